// SPDX-License-Identifier: EUPL-1.2

// orgreg-dev: tools for the development of orgreg and of programs that use it. The server needs
// none of them.

#include "app/exit_code.h"
#include "app/program.h"
#include "tools/commands.h"

int main(int argc, char** argv) {
  namespace app = orgreg::app;
  return app::RunProgram({.name = "orgreg-dev",
                          .purpose = "Makes fictional registers, and access tokens to try out.",
                          .commands = orgreg::tools::kCommands,
                          .footer = app::ExitCodeHelp()},
                         argc, argv);
}
