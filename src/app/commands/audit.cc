// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/commands/opened_database.h"
#include "app/exit_code.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"
#include "app/shared/node_name.h"
#include "auth/audit/verify.h"
#include "base/values/timestamp.h"
#include "store/cluster.h"

namespace orgreg::app {
namespace {

using base::Result;

struct AuditArguments {
  std::string file;  // Empty: the log of the register.
  auth::AuditExpected expected;
  bool has_anchors = false;
};

// What the database has noted of the log of the node that the settings name.
Result<std::vector<auth::AuditNoted>> AskNoted(const Settings& settings) {
  const auto store = TRY(OpenDatabase(settings));
  const std::string node = NodeName(settings.node_name);
  std::vector<auth::AuditNoted> noted;
  for (const store::AuditAnchor& anchor : TRY(store->cluster()->Anchors(node))) {
    noted.push_back({.sequence = static_cast<std::uint64_t>(anchor.sequence),
                     .hash = anchor.hash,
                     .when = base::Timestamp::FromMilliseconds(anchor.noted_ms).ToString()});
  }
  if (!noted.empty()) return noted;
  return base::Error{base::Code::kNotFound,
                     fmt::format("the database has noted nothing of a log of {}: name the node "
                                 "(--node-name)",
                                 node)};
}

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
  if (!expected.noted.empty()) {
    fmt::print(
        "{} of them are as they were noted in the database; {} noted ones are of older "
        "files\n",
        report->noted_count, report->older_count);
  }
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
             "A line's hash that was noted earlier: the file alone cannot show a truncated end");
  verify.Add("--expect-previous", &arguments->expected.previous,
             "The last hash of the file before this one");
  verify.Add("--anchors", &arguments->has_anchors,
             "Compare with the lines that the database of a node has noted: this shows a truncated "
             "end, too");
  verify.Footer("Exit codes: 0 sound, 1 cannot be read, 2 used wrongly, 3 tampered with.");
  SettingFlags(verify, {"data", "store", "store_durability", "node_name", "audit_log"})
      .Does([arguments](const Settings& settings) {
        auth::AuditExpected expected = arguments->expected;
        if (arguments->has_anchors) {
          auto noted = AskNoted(settings);
          if (!noted) return Fail(noted.error());
          expected.noted = std::move(noted).value();
        }
        const std::string file = arguments->file.empty() ? AuditLogPath(settings) : arguments->file;
        return RunVerify(file, expected);
      });
}

}  // namespace orgreg::app
