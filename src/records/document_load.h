// SPDX-License-Identifier: EUPL-1.2

// Adds documents to the lists of their organisations, after their files were added to the folder,
// and deletes files from the folder when no list has them any more. Functions for any thread.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/registers/documents.h"
#include "records/documents/folder.h"
#include "store/store.h"

namespace orgreg::records {

struct DocumentCounts {
  std::uint64_t added = 0;
  std::uint64_t replaced = 0;  // Replaced another one of the same type, year and id.
  std::uint64_t unchanged = 0;
  // Not stored, because the organisation was removed from publication.
  std::uint64_t kept_removed = 0;
};

// Adds each document to its organisation's list, in one transaction; it replaces one of the same
// type, year and id. Fastest in order of number. Does not check that the files are in the folder.
base::Result<DocumentCounts> PutDocuments(store::Store* store,
                                          std::span<const model::DocumentList> lists);

// Deletes the files that no list has: those of organisations that were removed from publication, of
// replaced documents, of failed imports. Nothing if there is no folder. To be called after each of
// these. Costs a scan of the lists and of the folder, unless the last sweep found the same lists
// and nothing was added since. kUnavailable while documents are added.
base::Result<SweepCounts> SweepDocuments(store::Store* store, const DocumentFolder& folder);
// The same within a session of the caller's.
base::Result<SweepCounts> SweepDocuments(store::Store* store, DocumentFolder::Session* session);

// The hashes of all documents that lists of a store name. A value; safe from any thread.
class DocumentNames {
 public:
  static base::Result<DocumentNames> Read(store::Snapshot* snapshot);
  // `sha256` satisfies model::IsSha256.
  bool Has(std::string_view sha256) const;

 private:
  // What 64 hexadecimal digits give; compact, because a register has many files.
  using Sum = std::array<unsigned char, 32>;
  static Sum SumOf(std::string_view sha256);

  std::vector<Sum> sums_;  // Sorted.
};

}  // namespace orgreg::records
