// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/backup.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/backup/parts_elsewhere.h"
#include "app/backup/restore.h"
#include "app/commands.h"
#include "app/commands/rests.h"
#include "app/exit_code.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"

namespace orgreg::app {
namespace {

constexpr const char* kBackupFooter =
    R"(The backup has one state of the register and the documents that it names, the users, the usage
counts and the audit log; servers and writers go on meanwhile. It is whole and on the disk when
the command ends, and a folder of a register like any other: verify and serve take it. Index and
files are made again from it. Secrets are left out without --secrets. Where a part is damaged,
it is named, and the command fails; the backup has what can be copied of it.)";

constexpr const char* kRestoreFooter =
    R"(The backup is verified first; what fails leaves the register as it was. Servers and writers of
the register must be stopped; where the store is in a database, only the node of this folder: the
others take the restored state over. Records that are removed from publication in the register, or in
the one of --ledger, stay removed, with their statements and documents: only reinstate (see
orgreg apply) undoes that. What was changed after the backup is lost: apply those batches again.
Their updates get new ids, after all that were given before; where the old register cannot be read
to tell which those are, 10,000,000 ids are skipped.
An audit log that is there stays and goes on with a line about the restore. Usage counts become
the greater of both. A user who is there stays as is. A restore that was interrupted can be
repeated.)";

struct BackupArguments {
  std::string path;
  bool with_secrets = false;
};

struct RestoreArguments {
  std::string backup;
  std::string ledger;
  ReturnOptions returns;
};

// "alice, bob"
std::string Listed(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

void TellOfDocuments(const DocumentCopies& documents) {
  if (documents.bad == 0) return;
  for (const std::string& name : documents.named) fmt::print(stderr, "{}\n", name);
  fmt::print(stderr, "orgreg: {} of {} documents are missing or damaged\n", documents.bad,
             documents.listed);
}

int RunBackup(const BackupArguments& arguments, const Settings& settings) {
  const auto report = MakeBackup(
      {.from = Parts::Of(settings), .to = arguments.path, .with_secrets = arguments.with_secrets});
  if (!report) return Fail(report.error());
  const std::string secrets =
      report->secrets.empty() ? "" : fmt::format(", secrets ({})", Listed(report->secrets));
  fmt::print("{} holds commit {}, {} documents, {}, {}, {} files of the audit log{}; {} bytes\n",
             arguments.path, report->commit.value, report->documents.listed - report->documents.bad,
             report->has_users ? "the users" : "no users",
             report->has_usage ? "the usage counts" : "no usage counts", report->audit_files,
             secrets, report->size_bytes);
  TellOfDocuments(report->documents);
  for (const std::string& part : report->damaged)
    fmt::print(stderr, "orgreg: a part is damaged: {}\n", part);
  return report->damaged.empty() && report->documents.bad == 0 ? kDone : kFailed;
}

// Runs the command if its settings are right and mean the parts of one register.
template <typename Run>
int RunOnParts(SettingsRead read, const PartsUse& use, const Run& run) {
  FindPartsElsewhere(use, &read);
  const int code = ReportProblems(read);
  return code == kDone ? run(read.settings) : code;
}

void TellOfParts(const ReturnReport& returned) {
  for (const std::string& user : returned.users) fmt::print("user {} returned\n", user);
  if (!returned.users_left.empty()) {
    fmt::print("users who are only in the backup, and return with --users: {}\n",
               Listed(returned.users_left));
  }
  if (!returned.secrets.empty()) fmt::print("secrets that came: {}\n", Listed(returned.secrets));
  if (!returned.secrets_kept.empty()) {
    fmt::print("secrets that differ from those of the backup, and stay: {}\n",
               Listed(returned.secrets_kept));
  }
  for (const std::string& part : returned.left_out)
    fmt::print(stderr, "orgreg: a part is left out: {}\n", part);
  for (const std::string& part : returned.damaged)
    fmt::print(stderr, "orgreg: a part is damaged, and comes as it is: {}\n", part);
}

int RunRestore(const RestoreArguments& arguments, const Settings& settings) {
  const auto report = Restore({.backup = arguments.backup,
                               .to = Parts::Of(settings),
                               .ledger = arguments.ledger,
                               .returns = arguments.returns,
                               .accepts_clock = settings.accept_clock});
  if (!report) {
    const int code = Fail(report.error());
    fmt::print(stderr, "The register is as it was.\n");
    return code;
  }
  const RestoreReport& done = report.value();
  SweepPlace(PlaceOf(settings));
  if (!done.unread.empty()) {
    fmt::print(stderr, "orgreg: not all removals of the old store are known: {}\n", done.unread);
  }
  const Place place = PlaceOf(settings);
  fmt::print("{} is restored to commit {} of {}",
             place.has_database() ? place.shown_address() : place.path(), done.backup_commit.value,
             arguments.backup);
  if (done.removed_again != 0) {
    fmt::print("; {} records were removed since and are removed again, up to commit {}",
               done.removed_again, done.commit.value);
  }
  if (done.skipped_to != 0) fmt::print("; updates continue with id {}", done.skipped_to + 1);
  fmt::print("\n");
  TellOfParts(done.returned);
  TellOfDocuments(done.documents);
  if (!done.unfinished) return kDone;
  const int code = Fail(*done.unfinished);
  fmt::print(stderr,
             "The register is restored, but not all of the rest: remove the cause of the error and "
             "repeat the command.\n");
  return code;
}

}  // namespace

void AddBackup(Command program) {
  const auto arguments = std::make_shared<BackupArguments>();
  Command command = program.Sub("backup", "Copy the register while it is served and changed");
  command.Add("path", &arguments->path, "The folder of the copy, which must not exist yet")
      .Required();
  command.Add("--secrets", &arguments->with_secrets,
              "Copy the secrets too: whoever has them and the backup can read what they protect");
  command.Footer(kBackupFooter);
  SettingFlags(command,
               {"data", "store", "blobs", "blobs_endpoint", "blobs_region", "blobs_credentials",
                "blobs_ca_file", "users", "usage", "usage_secret", "audit_log", "number_keys"})
      .DoesWithRead([arguments](SettingsRead read) {
        return RunOnParts(
            std::move(read), {.secrets = arguments->with_secrets},
            [&](const Settings& settings) { return RunBackup(*arguments, settings); });
      });
}

void AddRestore(Command program) {
  const auto arguments = std::make_shared<RestoreArguments>();
  Command command = program.Sub("restore", "Put a backup in place of the register");
  command.Add("path", &arguments->backup, "The backup: a folder, or a file of an earlier version")
      .Required();
  command.Add("--ledger", &arguments->ledger,
              "Another register or backup, whose removals are repeated here");
  command.Add("--users", &arguments->returns.users,
              "Bring back the users who are in the backup and not here; each is named");
  command.Add("--secrets", &arguments->returns.secrets, "Bring back the secrets that are missing");
  command.Add("--force", &arguments->returns.force,
              "Even if the old store is damaged, so that its removals since the backup are "
              "unknown, and with what is left of the parts of the backup that are damaged");
  command.Footer(kRestoreFooter);
  // The setting of the file of users is not a flag here, where --users is another one.
  SettingFlags(command,
               {"data", "store", "store_durability", "blobs", "blobs_endpoint", "blobs_region",
                "blobs_credentials", "blobs_ca_file", "usage", "usage_secret", "audit_log",
                "audit_log_before", "number_keys", "accept_clock"})
      .DoesWithRead([arguments](SettingsRead read) {
        return RunOnParts(
            std::move(read), {.secrets = arguments->returns.secrets, .audit_log_before = true},
            [&](const Settings& settings) { return RunRestore(*arguments, settings); });
      });
}

}  // namespace orgreg::app
