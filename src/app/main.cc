// orgreg: an open-data server for a national register of legal entities.

#include <csignal>
#include <exception>
#include <iostream>

#include "app/commands.h"
#include "base/log.h"

namespace {

// A closed connection and a file-size limit are errors to be handled, not ends.
void IgnoreFatalSignals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int RunProgram(int argc, char** argv) {
  orgreg::app::CommandLine line("An open-data server for a national register of legal entities.",
                                "orgreg", ORGREG_VERSION);
  orgreg::app::Command program = line.program();
  for (const auto add : orgreg::app::kCommands) add(program);
  program.Footer(orgreg::app::ExitCodeHelp() + "\nORGREG_… variables: see orgreg serve --help.");
  return line.Execute(argc, argv, orgreg::app::kMisused);
}

}  // namespace

int main(int argc, char** argv) {
  IgnoreFatalSignals();
  orgreg::base::SetUpLog();
  try {
    return RunProgram(argc, argv);
  } catch (const std::exception& exception) {
    std::cerr << "orgreg: " << exception.what() << '\n';
    return orgreg::app::kFailed;
  }
}
