// A copy of one state as a file of its own. Internal to store/.

#pragma once

#include <string>

#include "base/result.h"
#include "store/sqlite/connection.h"

namespace orgreg::store {

// Writes what the transaction of `source` sees to `path`, where nothing may be. The file
// has its name only once it is whole and on the disk. A process that is killed meanwhile leaves
// PATH.part-XXXXXX (base/files/new_file.h); the next copy into the folder takes that away.
base::Status CopyDatabase(Connection* source, const std::string& path);

}  // namespace orgreg::store
