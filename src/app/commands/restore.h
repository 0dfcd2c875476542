// Puts a backup in place of a store. What was removed from publication stays removed,
// whichever of the two it is removed in: only an explicit reinstatement undoes a removal.
//
// No id of an update is ever given for a second thing: the restored store goes on after the
// ids that the one before has given or, where that cannot be known, well after the backup's.
//
// Nobody else may have the store open, in whatever process. A restore that fails, or that
// a power cut ends, leaves the store as it was; the segments beside it are recognised as of
// another state. One thread.
//
// Errors: kUnavailable while the store is in use, kCorrupt where the backup is damaged,
// kInvalid where it is not a backup or where force is needed, kIo.

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "store/store.h"

namespace orgreg::app {

struct RestoreOptions {
  std::string backup = {};
  std::string store = {};      // Need not be there.
  std::string ledger = {};     // Another store whose removals count too; empty: none.
  bool force = false;          // Also where the store cannot be read, and so its removals.
  bool accepts_clock = false;  // As in store::SqliteOptions.
};

struct RestoreReport {
  store::CommitId backup_commit = {};
  store::CommitId commit = {};  // Of the store as it is now.
  std::uint64_t removed_again = 0;
  std::int64_t skipped_to = 0;  // No update from now on has an id up to this; 0: as in the backup.
  std::string unread = {};      // With force: why the removals of the old store are not all known.
};

base::Result<RestoreReport> Restore(const RestoreOptions& options);

// Deletes what a restore of this store that was killed had prepared.
void SweepRestored(const std::string& store_path);

}  // namespace orgreg::app
