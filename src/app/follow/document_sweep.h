// SPDX-License-Identifier: EUPL-1.2

// Deletes shared copies of documents that no row of the database names any more, soon after their
// rows are gone, at one node at a time (store/cluster.h).

#pragma once

#include <optional>

#include "app/follow/database.h"
#include "app/follow/node_task.h"
#include "app/shared/shared_documents.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::app {

class DocumentSweep {
 public:
  // Both outlive the object.
  DocumentSweep(SharedDocuments* documents, Database* database);

 private:
  base::Status SweepIfItIsOurs();

  SharedDocuments* const documents_;
  Database* const database_;
  // Of the task: the lists that were swept for, without young ones that were left.
  std::optional<store::Contents> swept_for_;
  NodeTask task_;
};

}  // namespace orgreg::app
