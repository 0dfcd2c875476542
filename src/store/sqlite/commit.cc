// SPDX-License-Identifier: EUPL-1.2

#include "store/sqlite/commit.h"

namespace orgreg::store {
namespace {

// The write-ahead log is copied into the file when it has this many pages, and truncated when it
// has that many: the log of a bulk load would be read at every start.
constexpr int kCheckpointPages = 512;
constexpr int kTruncatePages = 4096;

bool IsIoError(int sqlite_code) { return (sqlite_code & 0xff) == SQLITE_IOERR; }

// The commit is safe already, so a failure here does not matter. Readers that still need the log
// are not waited for: the next commit tries again.
void TendLog(Connection* connection, bool has_withdrawn, FileState* files) {
  const int pages = connection->log_pages();
  if (has_withdrawn || pages >= kTruncatePages) files->must_truncate = true;
  int code = SQLITE_OK;
  if (files->must_truncate) {
    code = connection->Checkpoint(SQLITE_CHECKPOINT_TRUNCATE);
    if (code == SQLITE_OK) files->must_truncate = false;
  } else if (pages >= kCheckpointPages) {
    code = connection->Checkpoint(SQLITE_CHECKPOINT_PASSIVE);
  }
  if (IsIoError(code)) files->sync_failed = true;
}

}  // namespace

base::Status CommitDurably(Connection* connection, CommitId commit, bool has_withdrawn,
                           FileState* files) {
  if (base::Status committed = connection->Run("COMMIT"); !committed) {
    if (IsIoError(connection->error_code())) files->sync_failed = true;
    return committed;
  }
  files->witness.Write(commit);
  TendLog(connection, has_withdrawn, files);
  return {};
}

}  // namespace orgreg::store
