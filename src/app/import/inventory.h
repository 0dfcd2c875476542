// SPDX-License-Identifier: EUPL-1.2

// Imports total inventories: all files of a run are one inventory.

#pragma once

#include "app/import/run.h"

namespace orgreg::app {

ImportEnd ImportInventory(const ImportArguments& arguments);

}  // namespace orgreg::app
