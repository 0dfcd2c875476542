// SPDX-License-Identifier: EUPL-1.2

// Puts a backup in place of a register. Records removed from publication stay removed, whichever of
// the two removed them, with their statements and the files of their documents: only an explicit
// reinstatement undoes a removal. The other parts of the backup: returning.h.
//
// No id of an update is ever given twice: the restored store continues after the ids of the one
// before or, if these are unknown, well after the backup's.
//
// No process may have the store open. A restore that fails before the register is replaced leaves
// it as it was; the same holds for a kill or a power cut, after which the audit log may have a line
// of a restore that was not done. One that ends later is completed when it is repeated. One thread.
//
// Errors: kUnavailable while the store is in use, kCorrupt if the backup is damaged, kInvalid if it
// is not a backup or force is needed, kIo.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/backup/documents.h"
#include "app/backup/parts.h"
#include "app/backup/returning.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::app {

struct RestoreOptions {
  std::string backup = {};  // A folder, or the file of a backup of an earlier version.
  Parts to;                 // The register need not exist.
  std::string ledger = {};  // Another register whose removals count too, as `backup`; empty: none.
  // With force: even if the store, and so its removals, cannot be read.
  ReturnOptions returns = {};
  bool accepts_clock = false;  // As in store::StoreOptions.
};

struct RestoreReport {
  store::CommitId backup_commit = {};
  store::CommitId commit = {};  // The present commit of the store.
  std::uint64_t removed_again = 0;
  std::int64_t skipped_to = 0;  // No update from now on has an id up to this; 0: as in the backup.
  std::string unread = {};      // With force: why the removals of the old store are not all known.
  DocumentCopies documents = {};
  ReturnReport returned = {};
  // What went wrong after the register was replaced.
  std::optional<base::Error> unfinished = {};
};

base::Result<RestoreReport> Restore(const RestoreOptions& options);

}  // namespace orgreg::app
