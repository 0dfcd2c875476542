// SPDX-License-Identifier: EUPL-1.2

// Puts a backup in place of a store. Records removed from publication stay removed, whichever of
// the two removed them: only an explicit reinstatement undoes a removal.
//
// No id of an update is ever given twice: the restored store continues after the ids of the one
// before or, if these are unknown, well after the backup's.
//
// No process may have the store open. A restore that fails, or that a power cut ends, leaves the
// store as it was; the segments next to it are recognised as of another state. One thread.
//
// Errors: kUnavailable while the store is in use, kCorrupt if the backup is damaged, kInvalid if it
// is not a backup or force is needed, kIo.

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "store/store.h"

namespace orgreg::app {

struct RestoreOptions {
  std::string backup = {};
  std::string store = {};      // Need not exist.
  std::string ledger = {};     // Another store whose removals count too; empty: none.
  bool force = false;          // Even if the store, and so its removals, cannot be read.
  bool accepts_clock = false;  // As in store::StoreOptions.
};

struct RestoreReport {
  store::CommitId backup_commit = {};
  store::CommitId commit = {};  // The present commit of the store.
  std::uint64_t removed_again = 0;
  std::int64_t skipped_to = 0;  // No update from now on has an id up to this; 0: as in the backup.
  std::string unread = {};      // With force: why the removals of the old store are not all known.
};

base::Result<RestoreReport> Restore(const RestoreOptions& options);

// Deletes the preparations of a killed restore of this store.
void SweepRestored(const std::string& store_path);

}  // namespace orgreg::app
