// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/verify_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

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
    fmt::print("users: {}: {} are sound\n", path, users->all().size());
    return true;
  }
  if (users.error().code != Code::kNotFound) return Tell("users", users.error());
  fmt::print("users: {}: there are none\n", path);
  return true;
}

bool VerifyCounts(const std::string& path) {
  const auto counts = store::CheckUsage(path);
  if (counts) {
    fmt::print("usage counts: {}: {} are sound\n", path, *counts);
    return true;
  }
  if (counts.error().code != Code::kNotFound) return Tell("usage counts", counts.error());
  fmt::print("usage counts: {}: there are none\n", path);
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

struct SoundLog {
  std::string path = {};
  auth::AuditReport report = {};
};

bool VerifyLog(const std::string& path, std::vector<SoundLog>* sound) {
  const auto report = ReadLog(path);
  if (!report) return Tell("audit log", report.error());
  if (report->problem) {
    fmt::print(stderr, "orgreg: audit log: {}: line {}: {}\n", path, report->problem->line,
               report->problem->reason);
    return false;
  }
  fmt::print("audit log: {}: {} lines are as they were written\n", path, report->line_count);
  if (report->line_count != 0) sound->push_back({.path = path, .report = *report});
  return true;
}

// The oldest file may continue one that was removed; each other one continues a file that is here,
// or begins a chain.
bool VerifyChain(const std::vector<SoundLog>& logs) {
  if (logs.empty()) return true;
  const auto sequence = [](const SoundLog& log) { return log.report.first_sequence; };
  const std::uint64_t oldest = sequence(*std::ranges::min_element(logs, {}, sequence));
  bool is_whole = true;
  for (const SoundLog& log : logs) {
    if (sequence(log) == oldest || sequence(log) == 1) continue;
    const bool is_continued = std::ranges::any_of(logs, [&](const SoundLog& before) {
      return before.report.last_hash == log.report.first_previous;
    });
    if (is_continued) continue;
    fmt::print(stderr, "orgreg: audit log: {} continues a file that is not here\n", log.path);
    is_whole = false;
  }
  return is_whole;
}

bool VerifyAuditLog(const Parts& parts) {
  const auto files = AuditFiles(parts, parts);
  if (!files) return Tell("audit log", files.error());
  if (files->empty()) fmt::print("audit log: {}: there is none\n", parts.audit_log);
  bool are_sound = true;
  std::vector<SoundLog> sound;
  sound.reserve(files->size());
  for (const auth::AuditCopy& file : *files) are_sound = VerifyLog(file.from, &sound) && are_sound;
  // What continues a damaged file cannot be judged.
  return are_sound && VerifyChain(sound);
}

// Their content is checked when it is used; here only that they can be, and by nobody else.
bool VerifySecrets(const Parts& parts) {
  const auto files = SecretFiles(parts);
  if (!files) return Tell("secrets", files.error());
  bool are_sound = true;
  for (const SecretFile& file : *files) {
    const auto secret = auth::ReadPrivateFile(file.path, kMostSecretBytes);
    if (!secret) {
      are_sound = Tell("secrets", secret.error());
    } else {
      fmt::print("secrets: {}: only its owner can read it\n", file.path);
    }
  }
  if (files->empty()) fmt::print("secrets: there are none\n");
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
