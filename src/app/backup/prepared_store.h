// SPDX-License-Identifier: EUPL-1.2

// The copy of a backup that a restore prepares next to the store, under another name, and what
// killed restores leave of it. Functions without state, for one thread.

#pragma once

#include <string>

#include "app/place/place.h"
#include "base/files/descriptor.h"
#include "base/result.h"

namespace orgreg::app {

// The real path of a store, even if the path is a link to it.
std::string RealPath(const std::string& store);

// The path where the replacement of a file is prepared.
std::string PreparedPath(const std::string& path);

// Deletes the files of a store that is not in use.
void DiscardStore(const std::string& path);

// Moves the content of the log of a store that no other process has open into its file. If that is
// impossible, a reader of the store will notice.
void TidyLog(const std::string& path);

// Locks the folder, in which another restore would use the same name for its copy. kUnavailable if
// another restore is running in it, kIo if it is not open.
base::Status LockFolder(const base::Descriptor& folder, const std::string& path);

// Deletes what interrupted restores have left, unless one is running.
void SweepRestored(const Place& place);

}  // namespace orgreg::app
