// A copy of one state as a file of its own. Internal to store/.

#pragma once

#include <string>

#include "base/result.h"
#include "store/sqlite_connection.h"

namespace orgreg::store {

// Writes what the transaction of `source` sees to `path`, where nothing may be. The file
// has its name only once it is whole and on the disk; a copy that was cut off leaves a file
// PATH.partial-XXXXXX behind.
base::Status CopyDatabase(Connection* source, const std::string& path);

}  // namespace orgreg::store
