// SPDX-License-Identifier: EUPL-1.2

// What a server takes from itself before it serves, so that a fault in it is worth little to an
// attacker: it opens files in the named folders only (Landlock), starts no program, and calls
// nothing that changes the system (seccomp). Core dumps are off, and nothing gives it more rights.
//
// Called once, by the only thread, before others start: they have the same limits. It cannot be
// undone.

#pragma once

#include <string>
#include <vector>

#include "app/settings/settings.h"

namespace orgreg::app {

// Folders with all below them, or files. Those that do not exist are left out.
struct SandboxPaths {
  std::vector<std::string> read = {};
  std::vector<std::string> write = {};  // Read as well.
  std::string temporary = {};           // One of `write`, for temporary files.
};

// What the settings name, what libraries read of the system, and the folder of the file of
// settings, which may be empty.
SandboxPaths SandboxPathsOf(const Settings& settings, const std::string& settings_file);

struct SandboxState {
  bool limits_files = false;  // False on systems before Linux 5.19, or without Landlock.
  bool limits_calls = false;
};

// What the system cannot do is left out.
SandboxState EnterSandbox(const SandboxPaths& paths);

// Enters it as the setting says, and logs what is missing.
void EnterSandbox(const Settings& settings, const std::string& settings_file);

}  // namespace orgreg::app
