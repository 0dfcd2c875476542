// The connections that read one store. Internal to store/; safe from any thread.
//
// SQLite keeps two files beside a store that is read: its log, and the memory that processes share.
// Where the folder cannot be written (a read-only mount, or a folder of somebody else's) it cannot
// make them. A store whose log is empty is then read as a file that does not change, by a new
// connection each time, so that a store which another one took the place of is seen. Where somebody
// else has the store open, and so has made these files, it is read like any other.

#pragma once

#include <string>

#include "base/result.h"
#include "store/sqlite/pool.h"

namespace orgreg::store {

class Readers {
 public:
  Readers(const std::string& path, const std::string& settings, int busy_timeout_ms);

  // kUnavailable where the log holds commits and cannot be read from this folder.
  base::Result<Lease> Take();

 private:
  base::Result<Lease> TakeUnchanging() const;

  const std::string path_;
  const std::string settings_;
  const bool may_make_files_;
  ConnectionPool pool_;
};

}  // namespace orgreg::store
