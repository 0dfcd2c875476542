// SPDX-License-Identifier: EUPL-1.2

#include "app/program.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>

#include "app/exit_code.h"
#include "app/version.h"
#include "base/log.h"

namespace orgreg::app {
namespace {

// A closed connection and a file-size limit are errors to be handled, not ends.
void IgnoreFatalSignals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int Execute(const Program& program, int argc, char** argv) {
  CommandLine line(program.purpose, program.name, VersionText(program.name, program.libraries));
  Command commands = line.program();
  for (const auto add : program.commands) add(commands);
  commands.Footer(program.footer);
  const int code = line.Execute(argc, argv, kMisused);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  std::cerr << program.name << ": standard output cannot be written\n";
  return code == kDone ? int{kFailed} : code;
}

}  // namespace

int RunProgram(const Program& program, int argc, char** argv) {
  IgnoreFatalSignals();
  base::SetUpLog();
  try {
    return Execute(program, argc, argv);
  } catch (const std::exception& exception) {
    std::cerr << program.name << ": " << exception.what() << '\n';
    return kFailed;
  }
}

}  // namespace orgreg::app
