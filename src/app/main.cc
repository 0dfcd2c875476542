// SPDX-License-Identifier: EUPL-1.2

// orgreg: an open-data server for a national register of legal entities.

#include "app/commands.h"
#include "app/exit_code.h"
#include "app/program.h"

int main(int argc, char** argv) {
  namespace app = orgreg::app;
  return app::RunProgram(
      {.name = "orgreg",
       .purpose = "An open-data server for a national register of legal entities.",
       .commands = app::kCommands,
       .footer = app::ExitCodeHelp() + "\nORGREG_… variables: see orgreg serve --help."},
      argc, argv);
}
