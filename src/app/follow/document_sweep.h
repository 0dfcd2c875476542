// SPDX-License-Identifier: EUPL-1.2

// Deletes shared copies of documents that no row of the database names any more, soon after their
// rows are gone: on a thread of its own, at one node at a time (store/cluster.h). Ends with the
// object.

#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "app/documents/shared_documents.h"
#include "app/follow/database.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::app {

class DocumentSweep {
 public:
  // Both outlive the object.
  DocumentSweep(SharedDocuments* documents, Database* database);

 private:
  void Run(const std::stop_token& stop);
  base::Status SweepIfItIsOurs();

  SharedDocuments* const documents_;
  Database* const database_;
  // Of the thread: the lists that were swept for, without young ones that were left.
  std::optional<store::Contents> swept_for_;
  std::string told_;
  std::jthread thread_;
};

}  // namespace orgreg::app
