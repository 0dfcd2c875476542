// SPDX-License-Identifier: EUPL-1.2

// Makes good what a database has lost that was set back (store/cluster.h), before anybody follows
// it: records that copies of it know as removed are removed again, and ids that were given are not
// given twice. Everything else that was lost is told, batch by batch. May be repeated after a kill.
// One thread at a time.
//
// Errors: kInvalid if a copy is of another register, or knows too little and force is not given;
// kNotFound if the database has no tables for this; kUnavailable, kCorrupt, kIo.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/place/place.h"
#include "app/shared/lost_part.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::app {

struct ReconcileOptions {
  Place place;                         // has a database
  std::vector<std::string> from = {};  // folders of nodes, backups, store files
  // Even if a node has more than all of these, or there are none: what only it knows is shown
  // again.
  bool force = false;
};

struct ReconcileReport {
  store::CommitId found = {};             // the last commit of the database, as it was
  std::int64_t found_ms = 0;              // and its time
  bool was_whole = false;                 // it was not set back, as far as anybody knew
  std::optional<LostPart> lost;           // of the copy that has most; nothing if no copy has more
  std::string most = {};                  // that copy
  std::vector<std::string> batches = {};  // the ids of those that are lost
  // Users of the shared list whom the folder of that copy does not have.
  std::vector<std::string> users = {};
  std::uint64_t removed_again = 0;
  std::int64_t skipped_to = 0;  // as RestoreReport
  store::CommitId commit = {};  // the last commit now
};

base::Result<ReconcileReport> Reconcile(const ReconcileOptions& options);

}  // namespace orgreg::app
