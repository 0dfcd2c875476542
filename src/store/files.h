// Files as they are on the disk, names included. Internal to store/; safe from any thread.

#pragma once

#include <string>

#include "base/result.h"

namespace orgreg::store {

// Makes an empty file that only its owner may read: SQLite would make it readable to all,
// and gives the files beside it the same mode. Does not open one that is there, because
// closing it again would drop the locks that this process holds on it.
base::Status CreateFile(const std::string& path);

}  // namespace orgreg::store
