// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/returning.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "app/backup/backup.h"
#include "auth/audit/verify.h"
#include "auth/secrets/private_file.h"
#include "base/files/names.h"
#include "store/sqlite/store.h"
#include "store/usage/copies.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr std::size_t kMostSecretBytes = std::size_t{1} << 20;

// The error of a result.
template <typename T>
Status StatusOf(const Result<T>& result) {
  return result ? Status() : Status(Error(result.error()));
}

// The users of a file; none if there is no file.
Result<auth::UserList> UsersAt(const std::string& path) {
  auto users = auth::UserList::Load(path);
  if (!users && users.error().code == Code::kNotFound) return auth::UserList();
  return users;
}

// Whether the other file begins with the bytes of the file: a copy lacks an unfinished last line.
bool IsBeginningOf(const std::string& path, const std::string& other) {
  using Bytes = std::istreambuf_iterator<char>;
  std::ifstream file(path, std::ios::binary);
  std::ifstream other_file(other, std::ios::binary);
  return file && other_file &&
         std::mismatch(Bytes(file), Bytes(), Bytes(other_file), Bytes()).first == Bytes();
}

// Older files without the log are what an interrupted restore of the same backup leaves. Others
// belong to a chain that the log of the backup would contradict.
Status CheckComeFrom(const std::vector<auth::AuditCopy>& backup,
                     const std::vector<auth::AuditCopy>& present) {
  for (const auth::AuditCopy& file : present) {
    const auto same = std::ranges::find(backup, file.from, &auth::AuditCopy::to);
    if (same != backup.end() && IsBeginningOf(file.from, same->from)) continue;
    return Error{Code::kInvalid,
                 "is of an audit log that is not here, and not as in the backup: put the log back, "
                 "or name its last file with --audit-log-before, or move these files away"}
        .At(file.from);
  }
  return {};
}

// What a copy of the audit log takes: links and folders do not come.
Status CheckIsFile(const std::string& path) {
  std::error_code failure;
  const auto status = std::filesystem::symlink_status(path, failure);
  if (failure || std::filesystem::is_regular_file(status)) return {};
  const bool is_link = std::filesystem::is_symlink(status);
  return Error{Code::kInvalid, is_link ? "is a link, and no file" : "is no file"}.At(path);
}

// A name for a damaged log that none of the files has.
std::string DamagedName(const std::string& log, const std::vector<auth::AuditCopy>& files) {
  std::string name = log + ".damaged";
  for (int number = 2; std::ranges::find(files, name, &auth::AuditCopy::to) != files.end();
       ++number) {
    name = fmt::format("{}.damaged-{}", log, number);
  }
  return name;
}

// Files that SQLite keeps next to a database must not meet another one of its name.
void DeleteDatabase(const std::string& path) {
  for (const char* ending : store::kSideFiles) unlink((path + ending).c_str());
  unlink(path.c_str());
}

}  // namespace

std::string PreparedCounts(const std::string& usage) { return usage + ".restoring"; }

Result<ReturningParts> ReturningParts::Prepare(Parts from, Parts to, const ReturnOptions& options) {
  ReturningParts parts(std::move(from), std::move(to), options);
  TRY(parts.PrepareUsers());
  TRY(parts.PrepareCounts());
  TRY(parts.PrepareSecrets());
  TRY(parts.PrepareAudit());
  return parts;
}

// Notes an error of a part, if the restore goes on without the part.
Status ReturningParts::LeaveOut(const char* part, Status status) {
  if (status || !options_.force || status.error().code == Code::kUnavailable) return status;
  report_.left_out.push_back(std::string(part) + ": " + status.error().message);
  return {};
}

Status ReturningParts::PrepareUsers() {
  auto users = auth::UserList::Load(from_.users);
  const auto present = UsersAt(to_.users);
  if (options_.users) {
    if (!users && users.error().code == Code::kNotFound)
      return Error{Code::kInvalid, "the backup has no users"}.At(from_.users);
    TRY(LeaveOut("users", StatusOf(users)));
    TRY(StatusOf(present));
    if (users) users_ = std::move(*users);
    return {};
  }
  if (!users || !present) return {};
  for (const auth::User& user : users->all()) {
    if (present->Find(user.name) == nullptr) report_.users_left.push_back(user.name);
  }
  return {};
}

Status ReturningParts::PrepareCounts() {
  if (!base::Exists(from_.usage)) return {};
  const auto checked = store::CheckUsage(from_.usage);
  TRY(LeaveOut("usage counts", StatusOf(checked)));
  brings_counts_ = checked.ok();
  return {};
}

Status ReturningParts::PrepareSecrets() {
  if (!options_.secrets) return {};
  const auto files = TRY(SecretFiles(from_));
  if (files.empty())
    return Error{Code::kInvalid, "the backup has no secrets"}.At(from_.place.path());
  for (const SecretFile& file : files) {
    TRY(StatusOf(auth::ReadPrivateFile(file.path, kMostSecretBytes)));
  }
  return {};
}

// The log comes last, so that it is there only if all older files are.
Status ReturningParts::PrepareAudit() {
  const auto present = TRY(AuditFiles(to_, to_));
  auto backup = TRY(AuditFiles(from_, to_));
  const bool may_come =
      !base::Exists(to_.audit_log) && !backup.empty() && to_.audit_log_before.empty();
  if (!present.empty() && !may_come) {
    auto log = auth::AuditLog::Open(to_.audit_log, {.after = to_.audit_log_before});
    TRY(LeaveOut("audit log", StatusOf(log)));
    if (log) audit_ = std::move(*log);
    return {};
  }
  if (backup.empty()) return {};
  TRY(VerifyAudit(backup));
  SetAside(&backup);
  TRY(CheckComeFrom(backup, present));
  brought_audit_ = std::move(backup);
  return {};
}

// Names the damaged files, if the restore goes on with them. The copy names those that do not come.
Status ReturningParts::VerifyAudit(const std::vector<auth::AuditCopy>& files) {
  for (const auth::AuditCopy& file : files) {
    if (Status is_file = CheckIsFile(file.from); !is_file) {
      if (!options_.force) return is_file;
      continue;
    }
    const auto verified = auth::VerifyAudit(file.from, {});
    if (!verified) {
      if (!options_.force || verified.error().code == Code::kUnavailable) return verified.error();
      continue;
    }
    if (!verified->problem) continue;
    Error error = Error{Code::kCorrupt, fmt::format("line {}: {}", verified->problem->line,
                                                    verified->problem->reason)}
                      .At(file.from);
    if (!options_.force) return error;
    report_.damaged.push_back("audit log: " + error.message);
  }
  return {};
}

// A log that cannot go on comes under another name, so that a new one can continue it.
void ReturningParts::SetAside(std::vector<auth::AuditCopy>* files) {
  auth::AuditCopy& log = files->back();
  if (log.to != to_.audit_log) return;
  // What is no file, or cannot be read, does not come.
  if (!CheckIsFile(log.from)) return;
  const auto sequel = auth::SequelOf(log.from);
  if (!sequel || *sequel == auth::AuditSequel::kInFile) return;
  std::string name = DamagedName(log.to, *files);
  if (*sequel == auth::AuditSequel::kInNext) audit_before_ = name;
  log.to = std::move(name);
}

Status ReturningParts::WriteAudit(const auth::AuditRestore& restore) {
  if (!brought_audit_.empty()) {
    const auto copies = TRY(auth::CopyAudit(brought_audit_));
    if (!options_.force && !copies.unread.empty()) return copies.unread.front();
    for (const Error& error : copies.unread)
      report_.left_out.push_back("audit log: " + error.message);
    const std::string& before = audit_before_.empty() ? to_.audit_log_before : audit_before_;
    audit_ = TRY(auth::AuditLog::Open(to_.audit_log, {.after = before}));
    brought_audit_.clear();
  }
  return audit_ ? audit_->Append(restore) : Status();
}

Status ReturningParts::BringBack() {
  Status first;
  for (Status done : {BringUsers(), BringCounts(), BringSecrets()}) {
    if (first && !done) first = std::move(done);
  }
  return first;
}

// A user who is there keeps the present password, which may have been changed for a reason.
Status ReturningParts::BringUsers() {
  if (users_.all().empty()) return {};
  std::vector<std::string> returned;
  Status changed = auth::ChangeUsers(to_.users, [&](auth::UserList* users) -> Status {
    for (const auth::User& user : users_.all()) {
      if (users->Find(user.name) != nullptr) continue;
      TRY(users->Set(user));
      returned.push_back(user.name);
    }
    return {};
  });
  if (changed) report_.users = std::move(returned);
  return changed;
}

// Of a copy, because the file may be of an earlier version, and the backup does not change.
Status ReturningParts::BringCounts() {
  if (!brings_counts_) return {};
  const std::string copy = PreparedCounts(to_.usage);
  DeleteDatabase(copy);
  Status done = store::CopyUsage(from_.usage, copy);
  if (done) done = store::TakeGreaterUsage(copy, to_.usage);
  DeleteDatabase(copy);
  // The present counts may be damaged.
  const bool is_damaged =
      !done && (done.error().code == Code::kCorrupt || done.error().code == Code::kInvalid);
  return is_damaged ? LeaveOut("usage counts", std::move(done)) : done;
}

Status ReturningParts::BringSecrets() {
  if (!options_.secrets) return {};
  const auto files = TRY(SecretFiles(from_));
  for (const SecretFile& file : files) {
    const std::string path = SecretPath(to_, file.name);
    if (!base::Exists(path)) {
      TRY(CopyPrivate(file.path, path));
      report_.secrets.push_back(file.name);
      continue;
    }
    const auto ours = TRY(auth::ReadPrivateFile(path, kMostSecretBytes));
    const auto theirs = TRY(auth::ReadPrivateFile(file.path, kMostSecretBytes));
    if (ours.text() != theirs.text()) report_.secrets_kept.push_back(file.name);
  }
  return {};
}

}  // namespace orgreg::app
