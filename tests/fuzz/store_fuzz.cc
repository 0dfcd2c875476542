// SPDX-License-Identifier: EUPL-1.2

// Opens and reads a store file that was damaged (damage.h). Every row and line of the log that it
// returns is one that was written, and a scan or a check that succeeds has found all of them.
//
// The first two bytes choose the record that is looked up; each six bytes after them are a damage.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/damage.h"
#include "fuzz/scratch_folder.h"
#include "store/sqlite/store.h"

namespace {

namespace base = orgreg::base;
namespace store = orgreg::store;
using fuzz::Demand;
using orgreg::model::Kind;

constexpr std::uint32_t kFirst = 910'000'000;
constexpr std::uint32_t kRows = 120;
// That of the store: damage swaps whole pages.
constexpr std::size_t kPageBytes = 16384;

using Rows = std::map<std::uint32_t, std::string>;
using Lines = std::map<std::int64_t, std::string>;

std::string TextOf(const store::RowView& row) {
  return std::to_string(static_cast<int>(row.state)) + " " + std::string(row.body);
}

std::string TextOf(const store::Change& change) {
  return change.number.ToString() + " " + std::to_string(static_cast<int>(change.type)) + " " +
         std::to_string(change.time_ms) + " " + change.forward + " " + change.backward;
}

store::RowView RowOf(std::uint32_t at, const std::string& body) {
  const auto state = static_cast<store::RowState>(at % 9 == 4 ? 1 + at % 2 : 0);
  return {.number = base::OrgNumber(kFirst + at),
          .state = state,
          .body = state == store::RowState::kRemoved ? std::string_view() : body};
}

void PutAndLog(store::Writer* writer, Kind kind, const store::RowView& row, std::uint32_t turn) {
  const auto outcome = writer->Put(kind, row);
  Demand(outcome.ok());
  const bool is_new = *outcome == store::PutOutcome::kInserted;
  if (!is_new && *outcome != store::PutOutcome::kReplaced) return;
  const std::string back = "[\"from turn " + std::to_string(turn) + "\"]";
  Demand(writer
             ->Log({.kind = kind,
                    .number = row.number,
                    .type = is_new ? store::ChangeType::kNew : store::ChangeType::kChange,
                    .forward = "[\"a patch\"]",
                    .backward = back})
             .ok());
}

// Writes every third row in each turn.
void Commit(store::Store* opened, std::uint32_t turn) {
  const auto writer = opened->Write();
  Demand(writer.ok());
  for (std::uint32_t at = turn % 3; at < kRows; at += 3) {
    const std::string body = R"({"organisasjonsnummer":")" + std::to_string(kFirst + at) +
                             R"(","navn":"NUMMER )" + std::to_string(at * (turn + 1)) + "\"}";
    const store::RowView row = RowOf(at, body);
    for (const Kind kind : {Kind::kEntity, Kind::kSubEntity})
      PutAndLog(writer->get(), kind, row, turn);
  }
  Demand((*writer)->Commit().ok());
}

base::Result<std::unique_ptr<store::Store>> OpenAt(const std::string& path, store::OpenMode mode) {
  return store::OpenSqlite(path, mode, {.busy_timeout_ms = 0, .clock_ms = [] {
                                          return std::int64_t{1'700'000'000'000};
                                        }});
}

// What a store says, as far as it says it.
class Reading {
 public:
  explicit Reading(store::Store* opened) {
    auto snapshot = opened->Read();
    if (!snapshot) return;
    for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
      Rows& rows = rows_[kind == Kind::kEntity ? 0 : 1];
      const bool is_whole = (*snapshot)
                                ->Scan(kind,
                                       [&](const store::RowView& row) {
                                         rows[row.number.value()] = TextOf(row);
                                         return base::Status();
                                       })
                                .ok();
      scans_ += is_whole ? 1 : 0;
      ReadLog(snapshot->get(), kind);
    }
  }

  // True if it says nothing but what the other one says.
  bool IsPartOf(const Reading& whole) const {
    return Includes(whole.rows_[0], rows_[0]) && Includes(whole.rows_[1], rows_[1]) &&
           Includes(whole.lines_, lines_);
  }
  bool HasScannedAll() const { return scans_ == 2; }
  bool HasSameRows(const Reading& other) const {
    return rows_[0] == other.rows_[0] && rows_[1] == other.rows_[1];
  }
  bool HasRow(std::uint32_t number, const store::Row& row) const {
    const auto found = rows_[0].find(number);
    return found != rows_[0].end() &&
           found->second ==
               TextOf(store::RowView{.number = row.number, .state = row.state, .body = row.body});
  }

 private:
  void ReadLog(store::Snapshot* snapshot, Kind kind) {
    const auto page = snapshot->ReadChanges(
        {.kind = kind, .count = 1000, .with_patches = true, .with_backward = true});
    if (!page) return;
    for (const store::Change& change : page->changes) lines_[change.id] = TextOf(change);
  }

  template <typename Map>
  static bool Includes(const Map& whole, const Map& part) {
    return std::ranges::includes(whole, part);
  }

  Rows rows_[2];
  Lines lines_;
  int scans_ = 0;
};

class Sample {
 public:
  Sample() {
    {
      const auto opened = OpenAt(path(), store::OpenMode::kReadWriteCreate);
      Demand(opened.ok());
      for (std::uint32_t turn = 0; turn < 7; ++turn) Commit(opened->get(), turn);
      whole_ = std::make_unique<Reading>(opened->get());
    }
    Demand(whole_->HasScannedAll());
  }

  std::string path() const { return folder_.path() + "/store.db"; }
  const Reading& whole() const { return *whole_; }

 private:
  fuzz::ScratchFolder folder_;
  std::unique_ptr<Reading> whole_;
};

// A store that an honest copy of the bytes would be.
void CheckSound(const Sample& sample, const Reading& found) {
  Demand(found.HasScannedAll() && found.HasSameRows(sample.whole()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Sample sample;
  static fuzz::DamagedFile file(sample.path());
  constexpr std::size_t kChosen = 2;
  if (size < kChosen) return 0;
  const bool is_damaged = file.Become({data + kChosen, size - kChosen}, kPageBytes);
  const auto opened = OpenAt(sample.path(), store::OpenMode::kReadOnly);
  if (!opened) {
    Demand(is_damaged);
    return 0;
  }
  const std::uint32_t at = (256U * data[0] + data[1]) % kRows;
  if (const auto snapshot = (*opened)->Read()) {
    const auto row = (*snapshot)->Find(Kind::kEntity, base::OrgNumber(kFirst + at));
    if (row && *row) Demand(sample.whole().HasRow(kFirst + at, **row));
    if (!is_damaged) Demand(row && *row);
  }
  const Reading found(opened->get());
  Demand(found.IsPartOf(sample.whole()));
  if (found.HasScannedAll()) Demand(found.HasSameRows(sample.whole()));
  if (!is_damaged || (*opened)->Check().ok()) CheckSound(sample, found);
  return 0;
}
