// SPDX-License-Identifier: EUPL-1.2

// orgreg-dev: tools for the development of orgreg and of programs that use it. The server needs
// none of them.

#include <hpdf.h>

#include <array>
#include <string>

#include "app/exit_code.h"
#include "app/program.h"
#include "tools/commands.h"

int main(int argc, char** argv) {
  namespace app = orgreg::app;
  return app::RunProgram(
      {.name = std::string(orgreg::tools::kProgram),
       .purpose = "Makes fictional registers, and access tokens to try out.",
       .commands = orgreg::tools::kCommands,
       .footer = app::ExitCodeHelp(std::array<int, 3>{app::kDone, app::kFailed, app::kMisused}),
       .libraries = std::string("\nlibharu ") + HPDF_GetVersion()},
      argc, argv);
}
