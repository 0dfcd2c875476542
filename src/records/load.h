// An inventory on its way into the store: all of it in one transaction, or nothing when it
// is dropped without Commit. The first inventory of a kind is a bulk load, which writes no
// lines of the log. Over records that are there it becomes a diff and tells the log what
// the changes themselves would have told: in order of number, deletions last. Nothing of
// a diff is written before Commit has seen all of it.
//
// Memory: four bytes a record, and some 60 for each that is not as it is stored. One thread.

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
  // A larger part of the live records than this, missing in an inventory, is taken for a
  // broken inventory.
  static constexpr std::uint64_t kMostMissingPercent = 2;

  model::Kind kind = model::Kind::kEntity;
  base::Date today = {};          // The day on which missing records count as deleted.
  bool adds_only = false;         // Records that are missing stay as they are.
  bool may_shrink = false;        // However many are missing, they are deleted.
  std::string spool_folder = {};  // For a temporary file; empty: where such files go.
};

// What became of the records of a load.
struct LoadCounts {
  std::uint64_t added = 0;
  std::uint64_t replaced = 0;
  std::uint64_t unchanged = 0;
  // Already removed from publication in the store: a load never shows such a record again.
  std::uint64_t kept_removed = 0;
  std::uint64_t deleted = 0;  // Live before, and missing in the inventory.
  // Live and missing, but left alone: they may be the bad records without a number.
  std::uint64_t spared = 0;
};

class Load {
 public:
  static base::Result<Load> Begin(store::Store* store, const LoadOptions& options);

  // kInvalid, and nothing is stored, where the record could not be read again as it is;
  // the load may go on then.
  base::Status Put(const model::Unit& unit);
  // The same of what supplements an entity; an empty body says that there is nothing. Not stored
  // where the entity was removed from publication. kInvalid where the number is a sub-entity's.
  base::Status PutSupplement(base::OrgNumber number, std::string_view body);
  // The inventory has this record, but it cannot be taken: what is stored stays.
  void Mention(base::OrgNumber number) { present_.push_back(number); }
  // The inventory has a record that cannot be taken, and whose it is cannot be told.
  void MentionUnknown() { mentions_unknown_ = true; }
  // After this the records are on the disk. kLimit where too many are missing.
  base::Result<LoadCounts> Commit();

 private:
  using Numbers = std::vector<base::OrgNumber>;

  Load(LoadOptions options, std::unique_ptr<store::Writer> writer,
       std::unique_ptr<store::Snapshot> before)
      : options_(std::move(options)),
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
  std::unique_ptr<store::Writer> writer_;
  std::unique_ptr<store::Snapshot> before_;  // What the writer began with; null for a bulk load.
  RowWriter rows_;
  References references_;
  LoadCounts counts_;
  // Of a diff.
  RowSpool spool_;  // What is not as it is stored.
  Numbers present_;
  bool has_live_ = false;
  bool mentions_unknown_ = false;
};

}  // namespace orgreg::records
