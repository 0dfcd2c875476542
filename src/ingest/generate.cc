#include "ingest/generate.h"

#include <vector>

#include "ingest/generate_files.h"
#include "ingest/generate_plan.h"
#include "ingest/generate_unit.h"

namespace orgreg::ingest {
namespace {

// A stretch of the number series, written in one go.
struct Stretch {
  std::uint64_t first_serial = 0;
  std::uint64_t end_serial = 0;
};

// Writes the units of a plan in order of number. The series is not in that order: numbers
// that begin with 8 come before all others, and the younger part before the older one.
class Writer {
 public:
  Writer(const Plan& plan, const GenerateOptions& options, RegisterFiles* files)
      : plan_(plan), options_(options), files_(files) {}

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
      plan_.FillBlock(block, &units_);
      for (const PlannedUnit& unit : units_) {
        if (unit.serial < stretch.first_serial || unit.serial >= stretch.end_serial) continue;
        if (plan_.series().Number(unit.serial).value() / kFirstDigit != first_digit) continue;
        if (base::Status status = Write(unit); !status.ok()) return status;
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
        return files_->Append(kEntity, MakeEntity(plan_, planned));
      case Role::kSubEntity:
        ++counts_.sub_entities;
        return files_->Append(kSubEntity, MakeSubEntity(plan_, planned));
      case Role::kDeletedEntity:
      case Role::kDeletedSubEntity:
        ++counts_.deleted;
        break;
      case Role::kRemovedEntity:
      case Role::kRemovedSubEntity:
        ++counts_.removed;
        break;
      case Role::kUnpublished:
        return {};
    }
    const bool is_entity =
        planned.role == Role::kDeletedEntity || planned.role == Role::kRemovedEntity;
    return files_->Append(is_entity ? kEntity : kSubEntity, MakeRetired(plan_, planned));
  }

  void Report() {
    constexpr std::uint64_t kEvery = 10'000;
    if (++written_ % kEvery == 0 && options_.progress) options_.progress(written_);
  }

  const Plan& plan_;
  const GenerateOptions& options_;
  RegisterFiles* files_;
  std::vector<PlannedUnit> units_ = {};
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
  Writer writer(plan, options, &*files);
  if (base::Status status = writer.WriteAll(); !status.ok()) return std::move(status).error();
  if (base::Status status = files->Publish(); !status.ok()) return std::move(status).error();
  return writer.counts();
}

}  // namespace orgreg::ingest
