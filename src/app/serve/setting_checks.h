// SPDX-License-Identifier: EUPL-1.2

// Checks settings that depend on each other, and the files and places that they name: everything
// that a server can know before it loads anything. `serve` and --show-config both use these checks,
// so they accept the same settings. It reads files and makes none; no other thread may run.

#pragma once

#include "app/settings/setting_sources.h"

namespace orgreg::app {

// Adds mistakes to the faults, and possible mistakes to the warnings. A check is skipped if one of
// its settings is faulty already. Raises the process's limit of open files; if that has no room for
// the default of max_connections, this setting is lowered to the room that there is.
enum class Occasion { kStart, kReload };
void CheckSettings(SettingsRead* read, Occasion occasion = Occasion::kStart);

}  // namespace orgreg::app
