// Filings of financial statements on their way into the store, in one transaction: each is
// added to what there is of its organisation. They come in any order; some thousands are
// gathered and written together, so memory stays small. Dropped without Commit, nothing is
// stored. One thread.
//
// Ids of new filings rise from the beginning of the longest run of ids that no filing of any
// organisation has. That is behind the highest id, unless a source gave ids near the end of the
// range. Ids of organisations that were removed from publication are not known any more, and may
// be given again to others.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/id_ranges.h"
#include "model/statements/statements.h"
#include "records/readers/statement_record.h"
#include "records/rows/supplement_rows.h"
#include "store/store.h"

namespace orgreg::records {

struct FilingCounts {
  std::uint64_t added = 0;
  std::uint64_t replaced = 0;  // One with the id was there, and was another.
  std::uint64_t unchanged = 0;
  std::uint64_t deleted = 0;  // Brought by a file that was loaded again without them.
  // Of organisations that were removed from publication: not taken.
  std::uint64_t kept_removed = 0;
  std::uint64_t organisations = 0;  // Whose rows changed; twice where they came far apart.
};

class FilingLoad {
 public:
  // The store outlives it.
  static base::Result<FilingLoad> Begin(store::Store* store);

  // Adds a filing, which must satisfy CheckFiling. One that has its id gives way.
  base::Status Put(model::Statement filing);
  // The same, with the next id, whatever the filing has. kLimit where there is none. A load takes
  // filings of one sort only: a new id could be one that Put was given before.
  base::Status PutNew(model::Statement filing);
  // To be called before PutNew: the filings are those of a file that is loaded again. One with the
  // organisation, journal number and type of a filing that the file brought takes its id and its
  // place. What else the file brought, `earlier`, is deleted. Where that is not known, any filing
  // of the organisation gives way to one with its journal number and type, and nothing is deleted.
  void BeginAgain(std::optional<model::IdRanges> earlier);
  // The ids of all filings that PutNew has put.
  const model::IdRanges& new_ids() const { return new_ids_; }
  // What the batch of this id did; nothing where there was none.
  base::Result<std::optional<store::Receipt>> FindBatch(const std::string& id) {
    return rows_.FindBatch(id);
  }
  base::Result<std::optional<std::string>> FindNote(const std::string& key) {
    return rows_.FindNote(key);
  }
  base::Status PutNote(const std::string& key, std::string_view text) {
    return rows_.PutNote(key, text);
  }
  // After this the filings are on the disk.
  base::Result<FilingCounts> Commit(const store::BatchMark& batch);

 private:
  explicit FilingLoad(SupplementRows rows) : rows_(std::move(rows)) {}

  base::Status FindFreeIds();
  base::Result<std::int32_t> IdFor(const model::Statement& filing);
  base::Result<std::optional<std::int32_t>> FindEarlier(const model::Statement& filing);
  base::Status DeleteEarlier();
  base::Status DeleteFrom(base::OrgNumber number);
  bool IsStale(std::int32_t id) const { return earlier_->Has(id) && !new_ids_.Has(id); }
  base::Status Flush();
  // Those of one organisation.
  base::Status Write(base::OrgNumber number, std::size_t first, std::size_t last);
  base::Status ReadStored(const SupplementRows::Held& held, model::Filings* filings);
  base::Status ReadBody(base::OrgNumber number, std::string_view body, model::Filings* filings);

  SupplementRows rows_;
  StatementReader reader_;
  FilingCounts counts_;
  std::vector<model::Statement> gathered_;
  std::int64_t next_id_ = 0;  // Of the free ones; 0 until they are looked for.
  std::int64_t last_free_id_ = 0;
  bool is_again_ = false;
  std::optional<model::IdRanges> earlier_;
  model::IdRanges new_ids_;
  std::string padded_;
  std::string body_;
};

}  // namespace orgreg::records
