// SPDX-License-Identifier: EUPL-1.2

// Deletes the files that killed processes left in the place of a register: segments, copies of the
// store, what a restore prepared, users, secrets, documents on their way, files of the register.
// They may hold records that were removed from publication later. A server does this at its start,
// and each command that wipes (wipe.h). Files that a process is making stay, and so do files that
// cannot be deleted.

#pragma once

#include <string>

#include "app/place/place.h"

namespace orgreg::app {

// Sweeps also the folder where the files of the register are made by default.
void SweepPlace(const Place& place);

// Sweeps the folder where the files of the register are made.
void SweepDownloads(const std::string& folder);

}  // namespace orgreg::app
