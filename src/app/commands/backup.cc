// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>

#include "app/commands.h"
#include "app/commands/restore.h"
#include "app/exit_code.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"
#include "store/sqlite/store.h"

namespace orgreg::app {
namespace {

constexpr const char* kBackupFooter =
    R"(The copy is one state of the register, whole and on the disk when the command ends; servers
and writers go on meanwhile. It is a store like any other: verify and serve take it.)";

constexpr const char* kRestoreFooter =
    R"(The backup is verified first; what fails leaves the store as it was. Servers and writers of
the store must be stopped. Records that are removed from publication in the store, or in
the one of --ledger, stay removed: only reinstate (see orgreg apply) undoes that.
What was changed after the backup is lost: apply those batches again. Their updates get new
ids, after all that were given before; where the old store cannot be read to tell which
those are, 10,000,000 ids are skipped.)";

struct BackupArguments {
  std::string path;
  std::string store;
};

int RunBackup(const BackupArguments& arguments) {
  const auto store = store::OpenSqlite(arguments.store, store::OpenMode::kReadOnly);
  if (!store) return Fail(store.error());
  if (base::Status copied = store.value()->CopyTo(arguments.path); !copied) {
    return Fail(copied.error());
  }
  // There were more commits during the copy, so the copy itself is read. Only a reader that may
  // write leaves no files next to it.
  const auto copy = store::OpenSqlite(arguments.path, store::OpenMode::kReadWriteCreate);
  if (!copy) return Fail(copy.error());
  const auto position = copy.value()->Position();
  if (!position) return Fail(position.error());
  std::error_code failure;
  const std::uintmax_t size_bytes = std::filesystem::file_size(arguments.path, failure);
  if (failure) return Fail({base::Code::kIo, arguments.path + ": " + failure.message()});
  fmt::print("{} holds commit {}, {} bytes\n", arguments.path, position.value().value, size_bytes);
  return kDone;
}

int RunRestore(const RestoreOptions& options) {
  const auto report = Restore(options);
  if (!report) {
    const int code = Fail(report.error());
    fmt::print(stderr, "The store is as it was.\n");
    return code;
  }
  const RestoreReport& done = report.value();
  if (!done.unread.empty()) {
    fmt::print(stderr, "orgreg: not all removals of the old store are known: {}\n", done.unread);
  }
  fmt::print("{} is restored to commit {} of {}", options.store, done.backup_commit.value,
             options.backup);
  if (done.removed_again != 0) {
    fmt::print("; {} records were removed since and are removed again, up to commit {}",
               done.removed_again, done.commit.value);
  }
  if (done.skipped_to != 0) fmt::print("; updates continue with id {}", done.skipped_to + 1);
  fmt::print("\n");
  return kDone;
}

}  // namespace

void AddBackup(Command program) {
  const auto arguments = std::make_shared<BackupArguments>();
  Command command = program.Sub("backup", "Copy the register while it is served and changed");
  command.Add("path", &arguments->path, "The copy, which must not exist yet").Required();
  command.Footer(kBackupFooter);
  SettingFlags(command, {"store"}).Does([arguments](const Settings& settings) {
    arguments->store = settings.store;
    return RunBackup(*arguments);
  });
}

void AddRestore(Command program) {
  const auto options = std::make_shared<RestoreOptions>();
  Command command = program.Sub("restore", "Put a backup in place of the register");
  command.Add("path", &options->backup, "The backup").Required();
  command.Add("--ledger", &options->ledger, "Another store, whose removals are repeated here");
  command.Add("--force", &options->force,
              "Even if the old store is damaged, so that its removals since the backup are "
              "unknown");
  command.Footer(kRestoreFooter);
  SettingFlags(command, {"store", "accept_clock"}).Does([options](const Settings& settings) {
    options->store = settings.store;
    options->accepts_clock = settings.accept_clock;
    return RunRestore(*options);
  });
}

}  // namespace orgreg::app
