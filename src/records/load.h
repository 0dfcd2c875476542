// SPDX-License-Identifier: EUPL-1.2

// Loads an inventory into the store: all of it in one transaction, or nothing without Commit. The
// first inventory of a kind is a bulk load, which writes no log lines. If there are records
// already, the inventory becomes a diff and writes the log lines of its changes, in order of
// number, deletions last. A diff writes nothing before Commit has seen all of it.
//
// Memory: four bytes for each record, and some 60 more for each changed one. One thread.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/values/date.h"
#include "model/unit.h"
#include "records/rows/references.h"
#include "records/rows/row_spool.h"
#include "records/rows/stored_row.h"
#include "store/store.h"

namespace orgreg::records {

struct LoadOptions {
  // An inventory that lacks more than this percentage of the live records is treated as broken.
  static constexpr std::uint64_t kMostMissingPercent = 2;

  model::Kind kind = model::Kind::kEntity;
  base::Date today = {};          // The day on which missing records count as deleted.
  bool adds_only = false;         // Missing records stay as they are.
  bool may_shrink = false;        // Any number of missing records may be deleted.
  std::string spool_folder = {};  // For a temporary file; empty: the system's folder.
};

// The results for the records of a load.
struct LoadCounts {
  std::uint64_t added = 0;
  std::uint64_t replaced = 0;
  std::uint64_t unchanged = 0;
  // Already removed from publication in the store: a load never shows such a record again.
  std::uint64_t kept_removed = 0;
  std::uint64_t deleted = 0;  // Live before, and missing in the inventory.
  // Live and missing, but not deleted: they may be the bad records without a number.
  std::uint64_t spared = 0;
};

// The row of a unit, or the reason why it cannot be stored.
struct UnitRow {
  store::Row row = {};      // Without a body if there is a fault.
  base::Status fault = {};  // kInvalid.
};

// Makes rows of units, in the thread of a load or in another one. Own one for each thread.
class UnitRowMaker {
 public:
  explicit UnitRowMaker(model::Kind kind) : kind_(kind) {}
  // The fault is that the record could not be read back unchanged.
  void Make(const model::Unit& unit, UnitRow* made);

 private:
  model::Kind kind_;
  RowWriter rows_;
};

class Load {
 public:
  static base::Result<Load> Begin(store::Store* store, const LoadOptions& options);

  // Returns the fault of the unit if it has one, and stores nothing of it. The load may go on then.
  base::Status Put(const UnitRow& unit);
  base::Status Put(const model::Unit& unit) {
    maker_.Make(unit, &made_);
    return Put(made_);
  }
  // The same for a supplement; an empty body means that there is none. Not stored if the entity was
  // removed from publication. kInvalid if the number belongs to a sub-entity.
  base::Status PutSupplement(base::OrgNumber number, std::string_view body);
  // The inventory has this record, but it is invalid: the stored one stays.
  void Mention(base::OrgNumber number) { present_.push_back(number); }
  // The inventory has an invalid record whose number is unknown.
  void MentionUnknown() { mentions_unknown_ = true; }
  // After this the records are on disk. kLimit if too many are missing.
  base::Result<LoadCounts> Commit();

 private:
  using Numbers = std::vector<base::OrgNumber>;

  Load(LoadOptions options, std::unique_ptr<store::Writer> writer,
       std::unique_ptr<store::Snapshot> before)
      : options_(std::move(options)),
        maker_(options_.kind),
        writer_(std::move(writer)),
        before_(std::move(before)),
        spool_(options_.spool_folder) {}

  bool is_diff() const { return before_ != nullptr; }
  base::Status PutRow(const store::RowView& row);
  void Count(store::PutOutcome outcome);
  base::Result<store::PutOutcome> SetAside(const store::RowView& row);
  base::Status WriteDiff();
  base::Result<Numbers> FindMissing();

  LoadOptions options_;
  UnitRowMaker maker_;
  UnitRow made_;
  std::unique_ptr<store::Writer> writer_;
  std::unique_ptr<store::Snapshot> before_;  // The state before the load; null for a bulk load.
  References references_;
  LoadCounts counts_;
  // For a diff.
  RowSpool spool_;  // Rows that differ from the stored ones.
  Numbers present_;
  bool has_live_ = false;
  bool mentions_unknown_ = false;
};

}  // namespace orgreg::records
