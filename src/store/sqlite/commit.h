// SPDX-License-Identifier: EUPL-1.2

// The end of a write transaction, the same for a Writer and for a Replica. Internal to store/; one
// thread at a time.

#pragma once

#include <atomic>

#include "base/result.h"
#include "store/sqlite_connections/connection.h"
#include "store/store.h"
#include "store/witness.h"

namespace orgreg::store {

// The state of the files that the writers of one store share, from one transaction to the next.
struct FileState {
  std::atomic<bool> sync_failed = false;    // the disk cannot be trusted with a commit any more
  std::atomic<bool> folder_synced = false;  // the log's name is on disk
  std::atomic<bool> must_truncate = false;  // the log still has withdrawn data
  Witness witness;                          // used by the only writer
};

// Commits the transaction of the connection. When this returns no error, it survives a power cut.
// Afterwards the write-ahead log is copied into the file, or truncated: at once if the transaction
// has withdrawn data, which must not stay readable there.
base::Status CommitDurably(Connection* connection, CommitId commit, bool has_withdrawn,
                           FileState* files);

}  // namespace orgreg::store
