// SPDX-License-Identifier: EUPL-1.2

// What a restore does with the parts of a backup besides the register and its documents:
//
//   audit log   one that is there goes on with a line about the restore, and is never shortened or
//               replaced; if there is none, that of the backup comes and gets the line; older files
//               that are there without the log must be the backup's, as an interrupted restore
//               leaves them. Damaged files come only by force, as they are; a log that cannot go on
//               is then called NAME.damaged, and a new one continues it
//   counts      each becomes the greater of both, so that none is counted twice
//   users       come back only if that is wanted, each by name; a user who is there stays as is
//   secrets     come only if that is wanted, and only those that are missing
//
// The parts of the backup are verified before anything changes. All of this may be repeated after a
// kill. One thread at a time. Errors name the file.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/backup/parts.h"
#include "auth/audit/log.h"
#include "auth/users/user_file.h"
#include "base/result.h"

namespace orgreg::app {

struct ReturnOptions {
  bool users = false;
  bool secrets = false;
  bool force = false;  // With what is left of the parts that are damaged.
};

struct ReturnReport {
  std::vector<std::string> users = {};         // Who returned.
  std::vector<std::string> users_left = {};    // Who is in the backup, and neither is nor returned.
  std::vector<std::string> secrets = {};       // Which came.
  std::vector<std::string> secrets_kept = {};  // Which differ from the backup's, and stay.
  std::vector<std::string> left_out = {};      // With force: damaged parts, and why.
  std::vector<std::string> damaged = {};       // With force: which came as they are, and why.
};

// The path where a copy of the counts of a backup is upgraded, for as long as a restore needs it.
std::string PreparedCounts(const std::string& usage);

class ReturningParts {
 public:
  // Verifies the parts of the backup, and keeps others from the audit log from now on. kUnavailable
  // if a server has it; kInvalid if the backup lacks what is wanted or a part is damaged.
  static base::Result<ReturningParts> Prepare(Parts from, Parts to, const ReturnOptions& options);

  // Called before the register is replaced: the log may say more than was done, never less.
  base::Status WriteAudit(const auth::AuditRestore& restore);
  // Called after that. Tries each part, and returns the first error.
  base::Status BringBack();

  const ReturnReport& report() const { return report_; }

 private:
  ReturningParts(Parts from, Parts to, const ReturnOptions& options)
      : from_(std::move(from)), to_(std::move(to)), options_(options) {}
  base::Status LeaveOut(const char* part, base::Status status);
  base::Status PrepareUsers();
  base::Status PrepareCounts();
  base::Status PrepareSecrets();
  base::Status PrepareAudit();
  base::Status VerifyAudit(const std::vector<auth::AuditCopy>& files);
  void SetAside(std::vector<auth::AuditCopy>* files);
  base::Status BringUsers();
  base::Status BringCounts();
  base::Status BringSecrets();

  Parts from_;
  Parts to_;
  ReturnOptions options_;
  auth::UserList users_ = {};
  bool brings_counts_ = false;
  std::vector<auth::AuditCopy> brought_audit_ = {};
  std::string audit_before_ = {};  // The file that the log continues if it is begun.
  std::unique_ptr<auth::AuditLog> audit_;
  ReturnReport report_;
};

}  // namespace orgreg::app
