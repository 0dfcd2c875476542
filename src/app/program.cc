// SPDX-License-Identifier: EUPL-1.2

#include "app/program.h"

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string_view>
#include <system_error>

#include "app/command_list.h"
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

// True if standard output is a pipe whose reader has ended, as `head` does when it has enough. Like
// other programs, this one fails then without a message.
bool HasReaderLeft() {
  pollfd output{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

int Fail(const Program& program, std::string_view problem) {
  std::cerr << program.name << ": " << problem << '\n';
  return kFailed;
}

int Execute(const Program& program, int argc, char** argv) {
  CommandLine line(program.purpose, program.name, VersionText(program.name, program.libraries));
  Command commands = line.program();
  for (const auto add : program.commands) add(commands);
  commands.Sub("commands", "Print the commands with their options, as JSON").Does([&line] {
    fmt::print("{}", CommandsAsJson(line.Describe()));
    return int{kDone};
  });
  commands.Footer(program.footer);
  const int code = line.Execute(argc, argv, kMisused);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  if (!HasReaderLeft()) Fail(program, "standard output cannot be written");
  return code == kDone ? int{kFailed} : code;
}

}  // namespace

int RunProgram(const Program& program, int argc, char** argv) {
  IgnoreFatalSignals();
  base::SetUpLog();
  try {
    return Execute(program, argc, argv);
  } catch (const std::system_error& error) {
    // From fmt::print.
    const bool is_cut_off = error.code() == std::errc::broken_pipe && HasReaderLeft();
    return is_cut_off ? int{kFailed} : Fail(program, error.what());
  } catch (const std::exception& exception) {
    return Fail(program, exception.what());
  }
}

}  // namespace orgreg::app
