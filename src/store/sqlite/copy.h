// SPDX-License-Identifier: EUPL-1.2

// A copy of one state as a file of its own. Internal to store/.

#pragma once

#include <string>

#include "base/result.h"
#include "store/sqlite_connections/connection.h"

namespace orgreg::store {

// Writes the state that the transaction of `source` sees to `path`, where no file may exist. The
// file gets its name only when it is complete and on disk. A process that is killed meanwhile
// leaves PATH.part-XXXXXX (base/files/new_file.h); the next copy into the folder deletes it.
base::Status CopyDatabase(Connection* source, const std::string& path);

}  // namespace orgreg::store
