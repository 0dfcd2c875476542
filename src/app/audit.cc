#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands.h"
#include "auth/audit_verify.h"

namespace orgreg::app {
namespace {

struct AuditArguments {
  std::string file;
  auth::AuditExpected expected;
};

int RunVerify(const AuditArguments& arguments) {
  const auto report = auth::VerifyAudit(arguments.file, arguments.expected);
  if (!report) {
    fmt::print(stderr, "orgreg: {}\n", report.error().message);
    return kFailed;
  }
  if (report->problem) {
    fmt::print(stderr, "{}: line {}: {}\n", arguments.file, report->problem->line,
               report->problem->reason);
    return kRefused;
  }
  fmt::print("{} lines are as they were written, {} of them look-ups\n", report->line_count,
             report->lookup_count);
  fmt::print("continues {}\n", report->first_previous);
  fmt::print("ends with {}\n", report->last_hash);
  return kDone;
}

}  // namespace

void AddAudit(CLI::App* program, Run* chosen) {
  CLI::App* const audit =
      program->add_subcommand("audit", "The log of authorised look-ups (audit-log.md)");
  audit->require_subcommand(1);
  const auto arguments = std::make_shared<AuditArguments>();
  CLI::App* const verify =
      audit->add_subcommand("verify", "Check that no line was changed, moved or taken out");
  verify->add_option("file", arguments->file, "The log")->required();
  verify->add_option("--expect-hash", arguments->expected.hash,
                     "A line's hash that was noted earlier: only this shows a cut-off end");
  verify->add_option("--expect-previous", arguments->expected.previous,
                     "The last hash of the file before this one");
  verify->footer("Exit codes: 0 sound, 1 cannot be read, 2 used wrongly, 3 tampered with.");
  verify->callback(
      [arguments, chosen] { *chosen = [arguments] { return RunVerify(*arguments); }; });
}

}  // namespace orgreg::app
