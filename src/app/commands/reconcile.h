// SPDX-License-Identifier: EUPL-1.2

// `orgreg cluster reconcile`: makes good what a database has lost that was set back.

#pragma once

#include "app/command_line.h"

namespace orgreg::app {

void AddReconcile(Command cluster);

}  // namespace orgreg::app
