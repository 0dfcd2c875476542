// SPDX-License-Identifier: EUPL-1.2

// What the programs orgreg and orgreg-dev share: they are command lines, log in the same way and
// end with the exit codes of exit_code.h.

#pragma once

#include <span>
#include <string>

#include "app/command_line.h"

namespace orgreg::app {

struct Program {
  std::string name = {};
  std::string purpose = {};
  std::span<void (*const)(Command)> commands = {};  // In the order of the help.
  std::string footer = {};
  // Lines for --version on libraries that only this program has, each begun with a line feed.
  std::string libraries = {};
};

// Runs the command that the line names, and returns the exit code of the process. For main alone.
int RunProgram(const Program& program, int argc, char** argv);

}  // namespace orgreg::app
