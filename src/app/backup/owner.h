// SPDX-License-Identifier: EUPL-1.2

// The owner of a register's files. One thread at a time.

#pragma once

#include "app/place/place.h"
#include "base/result.h"

namespace orgreg::app {

// Gives what root made in a place to the owner of its folder, who serves it: a person often
// restores as root. Files of secrets stay as they are. Does nothing for other users. kIo.
base::Status GiveToOwner(const Place& place);

}  // namespace orgreg::app
