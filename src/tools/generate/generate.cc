// SPDX-License-Identifier: EUPL-1.2

// One thread makes the units block by block and sends each block to two other threads, which add
// supplements and statements. A fourth thread writes the history. The files are published when all
// have ended.

#include "tools/generate/generate.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "base/threads/helper_thread.h"
#include "model/kind.h"
#include "tools/generate/files.h"
#include "tools/generate/history.h"
#include "tools/generate/statement_writer.h"
#include "tools/generate/supplements.h"
#include "tools/units/plan.h"
#include "tools/units/unit.h"

namespace orgreg::tools {
namespace {

// Blocks that wait for their supplements.
constexpr std::size_t kBlocksUnderWay = 16;

// A stretch of the number series, written in one go.
struct Stretch {
  std::uint64_t first_serial = 0;
  std::uint64_t end_serial = 0;
};

// Writes the units of a plan in order of number. The series is not in that order: numbers
// that begin with 8 come before all others, and the younger part before the older one.
class FilesWriter {
 public:
  // Entities are also sent to all of `channels`, which stay open.
  FilesWriter(const Plan& plan, const GenerateOptions& options, RegisterFiles* files,
              std::span<BlockChannel> channels)
      : plan_(plan), options_(options), files_(files), channels_(channels) {}

  base::Status WriteAll() {
    const NumberSeries& series = plan_.series();
    const Stretch newer = {series.first_newer(), series.size()};
    const Stretch older = {0, series.first_newer()};
    for (const std::uint32_t first_digit : {8U, 9U}) {
      for (const Stretch& stretch : {newer, older}) {
        if (base::Status status = Write(stretch, first_digit); !status.ok()) return status;
      }
    }
    if (options_.progress) options_.progress(written_);
    return {};
  }

  const GenerateCounts& counts() const { return counts_; }

 private:
  base::Status Write(const Stretch& stretch, std::uint32_t first_digit) {
    constexpr std::uint32_t kFirstDigit = 100'000'000;
    for (std::uint64_t block = 0; block < plan_.blocks(); ++block) {
      const bool is_outside = plan_.FirstSerial(block) >= stretch.end_serial ||
                              plan_.FirstSerial(block + 1) <= stretch.first_serial;
      if (is_outside) continue;
      block_ = {.block = block};
      plan_.FillBlock(block, &block_.units);
      for (const PlannedUnit& unit : block_.units) {
        if (unit.serial < stretch.first_serial || unit.serial >= stretch.end_serial) continue;
        if (plan_.series().Number(unit.serial).value() / kFirstDigit != first_digit) continue;
        if (base::Status status = Write(unit); !status.ok()) return status;
      }
      const auto made = std::make_shared<const EntityBlock>(std::move(block_));
      for (BlockChannel& channel : channels_) {
        if (!channel.Send(made)) return {};  // The other side has failed and reports why.
      }
    }
    return {};
  }

  base::Status Write(const PlannedUnit& planned) {
    using enum model::Kind;
    Report();
    switch (planned.role) {
      case Role::kEntity:
        ++counts_.entities;
        return WriteEntity(planned);
      case Role::kSubEntity:
        ++counts_.sub_entities;
        return files_->Append(kSubEntity, MakeSubEntity(plan_, planned));
      case Role::kDeletedEntity:
      case Role::kDeletedSubEntity:
        ++counts_.deleted;
        break;
      case Role::kRemovedEntity:
      case Role::kRemovedSubEntity:
      case Role::kRemovedSuperior:
        ++counts_.removed;
        break;
    }
    return files_->Append(IsEntity(planned.role) ? kEntity : kSubEntity,
                          MakeRetired(plan_, planned));
  }

  // The entity is sent to the writers of supplements.
  base::Status WriteEntity(const PlannedUnit& planned) {
    MadeEntity entity = {.planned = planned, .unit = MakeEntity(plan_, planned)};
    base::Status status = files_->Append(model::Kind::kEntity, entity.unit);
    block_.entities.push_back(std::move(entity));
    return status;
  }

  void Report() {
    constexpr std::uint64_t kEvery = 10'000;
    if (++written_ % kEvery == 0 && options_.progress) options_.progress(written_);
  }

  const Plan& plan_;
  const GenerateOptions& options_;
  RegisterFiles* files_;
  std::span<BlockChannel> channels_;
  EntityBlock block_ = {};  // The one that is being written.
  std::uint64_t written_ = 0;
  GenerateCounts counts_ = {};
};

}  // namespace

base::Result<GenerateCounts> Generate(const GenerateOptions& options) {
  if (options.entities < 1 || options.entities > kMaxGeneratedEntities) {
    return base::Error{base::Code::kLimit, "entities: \"" + std::to_string(options.entities) +
                                               "\" is not from 1 to " +
                                               std::to_string(kMaxGeneratedEntities)};
  }
  auto files = RegisterFiles::Create(options.directory);
  if (!files.ok()) return std::move(files).error();
  const Plan plan(options.entities, options.seed);
  auto document_files = DocumentFiles::Create(options.directory);
  if (!document_files.ok()) return std::move(document_files).error();
  std::array<BlockChannel, 2> channels = {BlockChannel(kBlocksUnderWay),
                                          BlockChannel(kBlocksUnderWay)};
  SupplementWriter supplements(plan, &*files);
  StatementWriter statements(plan, options.documents, &*files, &*document_files);
  HistoryWriter history(plan, &*files);
  base::HelperThread supplementing(
      "supplements", [&] { supplements.Run(&channels[0]); }, [&] { channels[0].Close(); });
  base::HelperThread stating(
      "statements", [&] { statements.Run(&channels[1]); }, [&] { channels[1].Close(); });
  base::HelperThread remembering("history", [&] { history.Run(); }, [] {});
  FilesWriter writer(plan, options, &*files, channels);
  base::Status status = writer.WriteAll();
  const std::array<base::Status, 3> ended = {supplementing.Join(), stating.Join(),
                                             remembering.Join()};
  for (const base::Status& outcome : ended) {
    if (!outcome.ok()) return outcome.error();
  }
  for (const base::Status* outcome :
       {&std::as_const(status), &supplements.status(), &statements.status(), &history.status()}) {
    if (!outcome->ok()) return outcome->error();
  }
  status = files->Publish();
  if (status.ok()) status = document_files->Publish();
  if (!status.ok()) return std::move(status).error();
  GenerateCounts counts = writer.counts();
  supplements.AddTo(&counts);
  statements.AddTo(&counts);
  history.AddTo(&counts);
  return counts;
}

}  // namespace orgreg::tools
