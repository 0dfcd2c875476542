// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <memory>

#include "app/commands.h"
#include "app/exit_code.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"
#include "auth/audit/verify.h"

namespace orgreg::app {
namespace {

struct AuditArguments {
  std::string file;  // Empty: the log of the register.
  auth::AuditExpected expected;
};

int RunVerify(const std::string& file, const auth::AuditExpected& expected) {
  const auto report = auth::VerifyAudit(file, expected);
  if (!report) {
    fmt::print(stderr, "orgreg: {}\n", report.error().message);
    return kFailed;
  }
  if (report->problem) {
    fmt::print(stderr, "{}: line {}: {}\n", file, report->problem->line, report->problem->reason);
    return kRefused;
  }
  fmt::print("{} lines are as they were written, {} of them look-ups\n", report->line_count,
             report->lookup_count);
  fmt::print("continues {}\n", report->first_previous);
  fmt::print("ends with {}\n", report->last_hash);
  return kDone;
}

}  // namespace

void AddAudit(Command program) {
  Command audit = program.Sub("audit", "The log of authorised look-ups (audit-log.md)");
  const auto arguments = std::make_shared<AuditArguments>();
  Command verify = audit.Sub("verify", "Check that no line was changed, moved or removed");
  verify.Add("file", &arguments->file, "The log; without it, that of the register");
  verify.Add("--expect-hash", &arguments->expected.hash,
             "A line's hash that was noted earlier: only this shows a truncated end");
  verify.Add("--expect-previous", &arguments->expected.previous,
             "The last hash of the file before this one");
  verify.Footer("Exit codes: 0 sound, 1 cannot be read, 2 used wrongly, 3 tampered with.");
  SettingFlags(verify, {"data", "store", "audit_log"}).Does([arguments](const Settings& settings) {
    const std::string file = arguments->file.empty() ? AuditLogPath(settings) : arguments->file;
    return RunVerify(file, arguments->expected);
  });
}

}  // namespace orgreg::app
