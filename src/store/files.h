// SPDX-License-Identifier: EUPL-1.2

// Files on disk and their names. Internal to store/; safe from any thread.

#pragma once

#include <string>

#include "base/result.h"

namespace orgreg::store {

// Creates an empty file that only its owner may read: SQLite would make it readable for all, and
// gives the files next to it the same mode. Does not open an existing file, because closing it
// again would release the locks that this process holds on it.
base::Status CreateFile(const std::string& path);

}  // namespace orgreg::store
