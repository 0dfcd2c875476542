// SPDX-License-Identifier: EUPL-1.2

// Names of files and folders: whether one is taken, and renaming to one that must be free. Another
// process may take or free a name at any time. Safe from any thread.

#pragma once

#include <string>

namespace orgreg::base {

// Whether the path leads to something. A link to nothing does not.
bool Exists(const std::string& path);

// Whether something has this name, perhaps a link to nothing. True if that cannot be known.
bool IsTaken(const std::string& path);

// Renames a file or folder. False after an error (errno); EEXIST if the new name is taken. Some
// file systems, above all of networks, cannot do this in one step: what takes the name between the
// two steps is replaced there.
bool RenameToFree(const std::string& from, const std::string& to);

}  // namespace orgreg::base
