// SPDX-License-Identifier: EUPL-1.2

// The commands of orgreg-dev. Each adds itself to the command line and, when it was chosen, runs
// and gives an exit code of app/exit_code.h.

#pragma once

#include <array>
#include <string_view>

#include "app/command_line.h"

namespace orgreg::tools {

void AddGenerate(app::Command program);
void AddToken(app::Command program);

inline constexpr std::string_view kProgram = "orgreg-dev";

// The commands in the order of the help.
inline constexpr auto kCommands = std::to_array<void (*)(app::Command)>({AddGenerate, AddToken});

}  // namespace orgreg::tools
