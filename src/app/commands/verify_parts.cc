// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/verify_parts.h"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <thread>

#include "auth/audit/verify.h"
#include "auth/secrets/private_file.h"
#include "auth/users/user_file.h"
#include "store/usage/copies.h"

namespace orgreg::app {
namespace {

using base::Code;

constexpr std::size_t kMostSecretBytes = std::size_t{1} << 20;
constexpr std::chrono::milliseconds kPause(50);
constexpr int kTries = 5;

bool Tell(const char* part, const base::Error& error) {
  fmt::print(stderr, "orgreg: {}: {}\n", part, error.message);
  return false;
}

bool VerifyUsers(const std::string& path) {
  const auto users = auth::UserList::Load(path);
  if (users) {
    fmt::print("users: the file of {} users is sound\n", users->all().size());
    return true;
  }
  if (users.error().code != Code::kNotFound) return Tell("users", users.error());
  fmt::print("users: there are none\n");
  return true;
}

bool VerifyCounts(const std::string& path) {
  const auto counts = store::CheckUsage(path);
  if (counts) {
    fmt::print("usage counts: {} are sound\n", *counts);
    return true;
  }
  if (counts.error().code != Code::kNotFound) return Tell("usage counts", counts.error());
  fmt::print("usage counts: there are none\n");
  return true;
}

// A line that a server is writing is not whole yet.
base::Result<auth::AuditReport> ReadLog(const std::string& path) {
  auto report = auth::VerifyAudit(path, {});
  for (int tries = 1; tries < kTries; ++tries) {
    const bool is_torn =
        report && report->problem && report->problem->fault == auth::AuditFault::kTorn;
    if (!is_torn) break;
    std::this_thread::sleep_for(kPause);
    report = auth::VerifyAudit(path, {});
  }
  return report;
}

bool VerifyLog(const std::string& path) {
  const auto report = ReadLog(path);
  if (!report) return Tell("audit log", report.error());
  if (report->problem) {
    fmt::print(stderr, "orgreg: audit log: {}: line {}: {}\n", path, report->problem->line,
               report->problem->reason);
    return false;
  }
  fmt::print("audit log: the {} lines of {} are as they were written\n", report->line_count, path);
  return true;
}

bool VerifyAuditLog(const Parts& parts) {
  const auto files = AuditFiles(parts, parts);
  if (files.empty()) fmt::print("audit log: there is none\n");
  bool are_sound = true;
  for (const auth::AuditCopy& file : files) are_sound = VerifyLog(file.from) && are_sound;
  return are_sound;
}

// Their content is checked when it is used; here only that they can be, and by nobody else.
bool VerifySecrets(const Parts& parts) {
  const auto files = SecretFiles(parts);
  bool are_sound = true;
  for (const SecretFile& file : files) {
    const auto secret = auth::ReadPrivateFile(file.path, kMostSecretBytes);
    if (!secret) are_sound = Tell("secrets", secret.error());
  }
  if (are_sound) fmt::print("secrets: {} files can be read by their owner only\n", files.size());
  return are_sound;
}

}  // namespace

bool VerifyParts(const Parts& parts) {
  bool are_sound = VerifyUsers(parts.users);
  are_sound = VerifyCounts(parts.usage) && are_sound;
  are_sound = VerifyAuditLog(parts) && are_sound;
  return VerifySecrets(parts) && are_sound;
}

}  // namespace orgreg::app
