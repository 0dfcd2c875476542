// SPDX-License-Identifier: EUPL-1.2

// The connections that read one store. Internal to store/; safe from any thread.
//
// SQLite keeps two files next to an open store: its log, and the memory that processes share. In a
// folder that cannot be written (a read-only mount, or another user's folder) it cannot make them.
// A store with an empty log is then read as a file that does not change, by a new connection each
// time, so that a replaced store is noticed. If another process has the store open, and so has made
// these files, it is read like any other.

#pragma once

#include <string>

#include "base/result.h"
#include "store/sqlite_connections/pool.h"

namespace orgreg::store {

class Readers {
 public:
  Readers(const std::string& path, const std::string& settings, int busy_timeout_ms);

  // kUnavailable if the log has commits and cannot be read in this folder.
  base::Result<BorrowedConnection> Take();

 private:
  base::Result<BorrowedConnection> TakeUnchanging() const;

  const std::string path_;
  const std::string settings_;
  const bool may_make_files_;
  ConnectionPool pool_;
};

}  // namespace orgreg::store
