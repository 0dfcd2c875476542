// SPDX-License-Identifier: EUPL-1.2

// Folders of the system. Errors name the folder. Safe from any thread.

#pragma once

#include <string>

#include "base/result.h"

namespace orgreg::base {

// The folder that the path lies in, "." where the path names none.
std::string FolderOf(const std::string& path);

// Waits until the disk has the names in the folder: what was made, renamed or deleted there
// outlives a power cut only then. kIo.
Status SyncFolder(const std::string& folder);
inline Status SyncFolderOf(const std::string& path) { return SyncFolder(FolderOf(path)); }

}  // namespace orgreg::base
