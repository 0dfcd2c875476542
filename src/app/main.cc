// orgreg: an open-data server for a national register of legal entities.

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>

#include "app/commands.h"

namespace {

// A closed connection and a file-size limit are errors to be handled, not ends.
void IgnoreFatalSignals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int RunProgram(int argc, char** argv) {
  CLI::App program{"An open-data server for a national register of legal entities.", "orgreg"};
  program.set_version_flag("--version", ORGREG_VERSION);
  program.require_subcommand(1);
  orgreg::app::Run chosen;
  orgreg::app::AddServe(&program, &chosen);
  orgreg::app::AddImport(&program, &chosen);
  orgreg::app::AddApply(&program, &chosen);
  orgreg::app::AddVerify(&program, &chosen);
  orgreg::app::AddBackup(&program, &chosen);
  orgreg::app::AddRestore(&program, &chosen);
  orgreg::app::AddDownloads(&program, &chosen);
  orgreg::app::AddToken(&program, &chosen);
  orgreg::app::AddUser(&program, &chosen);
  orgreg::app::AddNumbers(&program, &chosen);
  orgreg::app::AddAudit(&program, &chosen);
  orgreg::app::AddGenerate(&program, &chosen);
  program.footer(
      "Exit codes: 0 done, 1 failed, 2 used wrongly, 3 input was refused (a batch, an audit log).\n"
      "ORGREG_… variables: see orgreg serve --help.");
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? orgreg::app::kDone : orgreg::app::kMisused;
  }
  return chosen();
}

// The log goes to standard error; standard output is for results.
void SetUpLog() {
  spdlog::set_default_logger(spdlog::stderr_logger_mt("orgreg"));
  spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
}

}  // namespace

int main(int argc, char** argv) {
  IgnoreFatalSignals();
  SetUpLog();
  try {
    return RunProgram(argc, argv);
  } catch (const std::exception& exception) {
    std::cerr << "orgreg: " << exception.what() << '\n';
    return orgreg::app::kFailed;
  }
}
