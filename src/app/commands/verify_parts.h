// SPDX-License-Identifier: EUPL-1.2

// Checks what a register has besides its store and documents: users, usage counts, audit log and
// secrets. A server goes on meanwhile. One thread.

#pragma once

#include "app/backup/parts.h"

namespace orgreg::app {

// Prints a line for each part. True if all of them are sound or missing.
bool VerifyParts(const Parts& parts);

}  // namespace orgreg::app
