// SPDX-License-Identifier: EUPL-1.2

// Stores filings of financial statements in one transaction: each is added to the filings of its
// organisation. They come in any order; a few thousand are gathered and written together, so memory
// stays small. Without Commit, nothing is stored. One thread.
//
// New ids rise from the beginning of the longest run of unused ids. It begins after the highest id,
// unless a source gave ids near the end of the range. Ids of organisations that were removed from
// publication are no longer known, and may be given to others.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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
  std::uint64_t replaced = 0;  // Replaced a different one with the same id.
  std::uint64_t unchanged = 0;
  std::uint64_t deleted = 0;  // Missing in a newer version of their file.
  // Not stored, because the organisation was removed from publication.
  std::uint64_t kept_removed = 0;
  std::uint64_t organisations = 0;  // With changed rows; counted twice if they came far apart.
};

class FilingLoad {
 public:
  // The store outlives the load.
  static base::Result<FilingLoad> Begin(store::Store* store);

  // Adds a filing, which must satisfy CheckFiling. It replaces one with the same id.
  base::Status Put(model::Statement filing);
  // The same with the next free id, which replaces the filing's own. kLimit if there is none. A
  // load uses either Put or PutNew: a new id could be one that Put was given before.
  base::Status PutNew(model::Statement filing);
  // Called before PutNew if the filings come from a file that is loaded again. A filing replaces
  // the one of that file with the same organisation, journal number and type, and takes its id. The
  // file's other old filings, `earlier`, are deleted. If `earlier` is not known, a filing replaces
  // any one of its organisation with its journal number and type, and nothing is deleted.
  void BeginAgain(std::optional<model::IdRanges> earlier);
  // The ids of all filings that PutNew has put.
  const model::IdRanges& new_ids() const { return new_ids_; }
  // The receipt of the batch with this id; nothing if there was none.
  base::Result<std::optional<store::Receipt>> FindBatch(const std::string& id) {
    return rows_.FindBatch(id);
  }
  base::Result<std::optional<std::string>> FindNote(const std::string& key) {
    return rows_.FindNote(key);
  }
  base::Status PutNote(const std::string& key, std::string_view text) {
    return rows_.PutNote(key, text);
  }
  // After this the filings are on disk.
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
  // Writes the filings of one organisation.
  base::Status Write(base::OrgNumber number, std::size_t first, std::size_t last);
  base::Status ReadStored(const SupplementRows::Held& held, model::Filings* filings);
  base::Status ReadBody(base::OrgNumber number, std::string_view body, model::Filings* filings);
  // A copy for the reader; valid until the next one.
  std::string_view Padded(std::string_view body);

  SupplementRows rows_;
  StatementReader reader_;
  FilingCounts counts_;
  std::vector<model::Statement> gathered_;
  std::int64_t next_id_ = 0;  // The next free id; 0 until they are searched for.
  std::int64_t last_free_id_ = 0;
  bool is_again_ = false;
  std::optional<model::IdRanges> earlier_;
  model::IdRanges new_ids_;
  std::string padded_;
  std::string body_;
};

}  // namespace orgreg::records
