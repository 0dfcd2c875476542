// Documents on their way into the lists of their organisations, once their files are in the
// folder, and out of the folder once no list has them any more. Functions for any thread.

#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "model/registers/documents.h"
#include "records/documents/folder.h"
#include "store/store.h"

namespace orgreg::records {

struct DocumentCounts {
  std::uint64_t added = 0;
  std::uint64_t replaced = 0;  // Another one of the type, year and id was there.
  std::uint64_t unchanged = 0;
  // Of organisations that were removed from publication: not taken.
  std::uint64_t kept_removed = 0;
};

// Adds each document to its organisation's list, in one transaction; one of the same type, year
// and id gives way. Cheapest in order of number. Whose files are in no folder is not noticed.
base::Result<DocumentCounts> PutDocuments(store::Store* store,
                                          std::span<const model::DocumentList> lists);

// Deletes the files that no list has: of organisations that were removed from publication, of
// documents that were replaced, of imports that failed. Nothing where there is no folder. To
// be called after each of these; costs a scan of the lists and of the folder, but where the
// last sweep found the lists as they are and nothing was added since. kUnavailable while documents
// are added.
base::Result<SweepCounts> SweepDocuments(store::Store* store, const DocumentFolder& folder);
// The same within a session of the caller's.
base::Result<SweepCounts> SweepDocuments(store::Store* store, DocumentFolder::Session* session);

}  // namespace orgreg::records
