// What settings must be together, and what the files and places that they name must be: everything
// that a server can know before it loads anything. `serve` and --show-config both ask here, so what
// one takes the other does not refuse. Reads files and makes none; nothing else may run.

#pragma once

#include "app/settings/setting_sources.h"

namespace orgreg::app {

// Adds what is wrong to the faults, and what may be wrong to the warnings. A check is left out
// where a setting that it looks at is faulty already. Raises the process's limit of open files;
// where that has no room for the default of max_connections, this is lowered to what it has room
// for.
void CheckSettings(SettingsRead* read);

}  // namespace orgreg::app
