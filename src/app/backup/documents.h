// SPDX-License-Identifier: EUPL-1.2

// Copies the files of the documents that the rows of a store name from one folder to another. One
// thread at a time.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/shared/shared_documents.h"
#include "base/result.h"
#include "records/documents/folder.h"
#include "store/store.h"

namespace orgreg::app {

struct DocumentCopies {
  static constexpr std::size_t kMostNamed = 20;

  std::uint64_t listed = 0;
  std::uint64_t bad = 0;  // Of these: neither folder has an intact file.
  // The first kMostNamed of the bad ones, each with the reason.
  std::vector<std::string> named = {};
};

// Copies the files that the other folder lacks, and gives them to other nodes too if `shared` is
// not null. They survive a power cut only after into->Sync(). A file that is missing or damaged is
// counted and is no error.
base::Result<DocumentCopies> CopyDocuments(store::Store* store, const records::DocumentFolder& from,
                                           records::DocumentFolder::Session* into,
                                           SharedDocuments* shared = nullptr);

}  // namespace orgreg::app
