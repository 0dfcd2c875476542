// What the import command does with total inventories: all files of a run are one.

#pragma once

#include "app/import/run.h"

namespace orgreg::app {

ImportEnd ImportInventory(const ImportArguments& arguments);

}  // namespace orgreg::app
