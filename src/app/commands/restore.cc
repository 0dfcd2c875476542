// SPDX-License-Identifier: EUPL-1.2

// Restore locks the folder, reads the removals of the old store and of the ledger, prepares a
// verified copy of the backup with these removals under another name, and then gives it the name of
// the store. Only the last step changes the old one.

#include "app/commands/restore.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

#include "app/catalog/segment_maker.h"
#include "base/files/descriptor.h"
#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/system_error.h"
#include "base/values/date.h"
#include "records/register.h"
#include "records/rows/stored_row.h"
#include "store/sqlite/store.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using store::OpenMode;

// If the ids given after a backup are unknown, more are skipped than a register gives between two
// backups: three years of 8,000 updates a day.
constexpr std::int64_t kUnknownChanges = 10'000'000;

// What is known of stores that the restored one must not contradict.
struct Ledger {
  // The days of removal, by number, of each kind.
  std::array<std::map<base::OrgNumber, base::Date>, model::kKindCount> removed = {};
  std::int64_t last_change = 0;    // The last id known to be given for an update.
  bool knows_last_change = false;  // It is the last one of the store that is replaced.
};

// The file to be replaced. It stays open all the time, because closing it drops the locks that
// SQLite has on it in this process.
class Target {
 public:
  explicit Target(const std::string& path)
      : path_(path), file_(base::OpenDescriptor(path, O_RDWR)), open_error_(errno) {}

  bool exists() const { return file_.is_open(); }
  Status CheckIsOpen() const {
    if (exists() || open_error_ == ENOENT) return {};
    TRY(base::CheckFile(path_, base::Access::kReadWrite));
    return base::IoError(path_, open_error_);
  }
  // Fails if another process has the store open, and keeps others out from then on.
  Status Lock() const { return SetLock(F_WRLCK); }
  Status Unlock() const { return SetLock(F_UNLCK); }

  void Remember() {
    remembered_ = Describe();
    remembered_log_bytes_ = LogBytes();
  }
  // Whether anything was written since Remember.
  bool IsAsRemembered() const {
    const struct stat now = Describe();
    return now.st_size == remembered_.st_size && now.st_mtim.tv_sec == remembered_.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == remembered_.st_mtim.tv_nsec &&
           LogBytes() == remembered_log_bytes_;
  }
  // A user who could read the store can read its replacement.
  Status GiveOwnerTo(const std::string& path) const {
    const struct stat now = Describe();
    if (chown(path.c_str(), now.st_uid, now.st_gid) != 0) return base::IoError(path, errno);
    if (chmod(path.c_str(), now.st_mode & 07777U) != 0) return base::IoError(path, errno);
    return {};
  }

 private:
  Status SetLock(short type) const {
    struct flock lock = {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = store::kLockFrom;
    lock.l_len = store::kLockBytes;
    if (fcntl(file_.number(), F_SETLK, &lock) == 0) return {};
    if (errno != EAGAIN && errno != EACCES) return base::IoError(path_, errno);
    return Error{Code::kUnavailable,
                 "is in use: stop its servers and writers before it is replaced"}
        .At(path_);
  }
  struct stat Describe() const {
    struct stat now = {};
    fstat(file_.number(), &now);
    return now;
  }
  // Bytes of a killed writer's log; none if there is no log.
  std::uintmax_t LogBytes() const {
    std::error_code failure;
    const std::uintmax_t bytes = std::filesystem::file_size(path_ + "-wal", failure);
    return failure ? 0 : bytes;
  }

  std::string path_;
  base::Descriptor file_;
  int open_error_ = 0;
  struct stat remembered_ = {};
  std::uintmax_t remembered_log_bytes_ = 0;
};

// Adds the removals of a store; after an error, those read before it are there.
Status ReadLedger(const std::string& path, Ledger* ledger) {
  const auto store = store::OpenSqlite(path, OpenMode::kReadOnly);
  if (!store) return store.error();
  const auto snapshot = TRY(store.value()->Read());
  const std::int64_t last_change = snapshot->last_change();
  ledger->last_change = std::max(ledger->last_change, last_change);
  records::RowReader reader;
  model::Unit unit;
  Status result;
  for (const model::Kind kind : model::kUnitKinds) {
    auto& days = ledger->removed[static_cast<std::size_t>(kind)];
    Status scanned = snapshot->Scan(kind, [&](const store::RowView& row) -> Status {
      if (row.state != store::RowState::kRemoved) return {};
      TRY(reader.Read(kind, row, &unit));
      if (!unit.deleted_on) {
        return Error{Code::kCorrupt, row.number.ToString() + " is removed, but has no day"};
      }
      days.emplace(row.number, *unit.deleted_on);
      return {};
    });
    if (!scanned) result = std::move(scanned);
  }
  return result;
}

// The changes that the ledger requires of a store: removals of shown records, and of records that
// it never had.
struct Removals {
  records::Batch batch = {};
  std::array<std::vector<model::Unit>, model::kKindCount> absent = {};
  std::uint64_t count = 0;
};

Result<Removals> FindRemovals(store::Store* store, const Ledger& ledger) {
  const auto snapshot = TRY(store->Read());
  Removals removals;
  for (const model::Kind kind : model::kUnitKinds) {
    const auto at = static_cast<std::size_t>(kind);
    for (const auto& [number, day] : ledger.removed[at]) {
      const auto row = TRY(snapshot->Find(kind, number));
      const auto& found = row;
      if (found && found->state == store::RowState::kRemoved) continue;
      ++removals.count;
      if (found) {
        removals.batch.operations.push_back(
            {.action = records::Action::kRemove, .kind = kind, .number = number, .day = day});
      } else {
        removals.absent[at].push_back(
            {.state = model::State::kRemoved, .number = number, .deleted_on = day});
      }
    }
  }
  return removals;
}

// No batch removes a record that does not exist; without these rows, an older inventory would bring
// it back.
Status AddRemoved(records::Register* target, model::Kind kind,
                  const std::vector<model::Unit>& removed) {
  if (removed.empty()) return {};
  auto load = TRY(target->BeginLoad({.kind = kind, .adds_only = true}));
  for (const model::Unit& unit : removed) {
    TRY(load.Put(unit));
  }
  TRY(load.Commit());
  return {};
}

// Returns the number of records that were removed.
Result<std::uint64_t> RemoveAgain(store::Store* store, const Ledger& ledger) {
  const auto removals = TRY(FindRemovals(store, ledger));
  const Removals& wanted = removals;
  if (wanted.count == 0) return std::uint64_t{0};
  records::Register target(store);
  if (!wanted.batch.operations.empty()) {
    const auto applied = TRY(target.Apply(wanted.batch));
    if (applied.state != records::BatchOutcome::State::kDone) {
      return Error{Code::kInvalid,
                   std::string("the removals cannot be repeated: ")
                       .append(records::WordsOf(applied.refusals.front().objection))};
    }
  }
  for (const model::Kind kind : model::kUnitKinds) {
    Status added = AddRemoved(&target, kind, wanted.absent[static_cast<std::size_t>(kind)]);
    if (!added) return std::move(added).error();
  }
  // The backup's bytes of these records go too.
  TRY(target.Wipe());
  return wanted.count;
}

// The files of a store that is not in use. SQLite's files next to it must not meet another store of
// that name.
void Discard(const std::string& path) {
  for (const char* ending : store::kSideFiles) unlink((path + ending).c_str());
  unlink(path.c_str());
}

// The real path of the store, even if the path is a link to it.
std::string RealPath(const std::string& store) {
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::weakly_canonical(store, ignored);
  return real.empty() ? store : real.string();
}

// The path where the replacement of a store is prepared.
std::string PreparedPath(const std::string& path) { return path + ".restoring"; }

// Opening and closing a store that no other process has open moves the content of its log into its
// file. If it cannot be opened, its reader will notice.
void TidyLog(const std::string& path) { (void)store::OpenSqlite(path, OpenMode::kReadWriteCreate); }

// Returns the last id that is skipped; 0 if none has to be.
Result<std::int64_t> SkipGivenIds(store::Store* store, const Ledger& ledger) {
  std::int64_t last_change = 0;
  {
    const auto snapshot = TRY(store->Read());
    last_change = snapshot->last_change();
  }
  const std::int64_t skip_to = ledger.knows_last_change
                                   ? ledger.last_change
                                   : std::max(ledger.last_change, last_change) + kUnknownChanges;
  if (skip_to <= last_change) return std::int64_t{0};
  TRY(records::Register(store).SkipTo(skip_to));
  return skip_to;
}

// Whether there is a file that holds all of its store. Reading one leaves an empty log.
bool IsAlone(const std::string& path) {
  std::error_code failure;
  // An empty file would be taken for a store that is yet to be made.
  if (std::filesystem::file_size(path, failure) == 0 || failure) return false;
  const std::uintmax_t bytes = std::filesystem::file_size(path + "-wal", failure);
  return failure ? failure == std::errc::no_such_file_or_directory : bytes == 0;
}

// A backup of an earlier version of the program is copied as a file; the copy is upgraded when it
// is opened.
Status CopyBackup(const std::string& backup, const std::string& path) {
  const auto store = store::OpenSqlite(backup, OpenMode::kReadOnly);
  if (store) return store.value()->CopyTo(path);
  if (store.error().code != Code::kInvalid || !IsAlone(backup)) return store.error();
  std::error_code failure;
  std::filesystem::copy_file(backup, path, failure);
  if (failure) return Error{Code::kIo, failure.message()}.At(path);
  if (store::OpenSqlite(path, OpenMode::kReadWriteCreate)) return {};
  return store.error();
}

// Copies the backup to `path`, verifies the copy, and removes there the records that the ledger
// lists.
Status Prepare(const RestoreOptions& options, const std::string& path, const Ledger& ledger,
               RestoreReport* report) {
  TRY(CopyBackup(options.backup, path));
  const auto copy =
      store::OpenSqlite(path, OpenMode::kReadWriteCreate, {.accepts_clock = options.accepts_clock});
  if (!copy) return Error(copy.error()).At(options.backup);
  store::Store* const store = copy.value().get();
  // The copy will be served, so the copy is verified.
  if (Status sound = store->Check(); !sound) return std::move(sound).error().At(options.backup);
  const auto before = TRY(store->Position());
  const auto skipped_to = TRY(SkipGivenIds(store, ledger));
  const auto removed = TRY(RemoveAgain(store, ledger));
  const auto after = TRY(store->Position());
  report->backup_commit = before;
  report->commit = after;
  report->removed_again = removed;
  report->skipped_to = skipped_to;
  return {};
}

// Another restore into the folder would use the same name for its copy.
Status LockFolder(const base::Descriptor& folder, const std::string& path) {
  if (!folder.is_open()) return base::IoError(path, errno);
  if (flock(folder.number(), LOCK_EX | LOCK_NB) == 0) return {};
  return Error{Code::kUnavailable, "another restore is running in this folder"}.At(path);
}

// Gives the prepared store its last name.
Status Replace(const std::string& prepared, const std::string& path, const Target& target,
               const base::Descriptor& folder) {
  if (access((prepared + "-wal").c_str(), F_OK) == 0) {
    return Error{Code::kIo, "is not tidied"}.At(prepared);
  }
  if (target.exists()) {
    TRY(target.Lock());
    if (!target.IsAsRemembered()) {
      return Error{Code::kUnavailable, "was changed meanwhile; restore again"}.At(path);
    }
    TRY(target.GiveOwnerTo(prepared));
  }
  const base::Descriptor file = base::OpenDescriptor(prepared, O_RDWR);
  if (!file.is_open() || fsync(file.number()) != 0) return base::IoError(prepared, errno);
  for (const std::string& name : {path, prepared}) {
    for (const char* ending : store::kSideFiles) unlink((name + ending).c_str());
  }
  // A log that reappears after a power cut would be taken for one of the new store.
  if (fsync(folder.number()) != 0) return base::IoError(path, errno);
  if (std::rename(prepared.c_str(), path.c_str()) != 0) return base::IoError(path, errno);
  // The index is of the earlier store, and may hold records that the ledger withdrew.
  for (const model::Kind kind : model::kKinds) unlink(SegmentPath(path, kind).c_str());
  if (fsync(folder.number()) != 0) return base::IoError(path, errno);
  return {};
}

// Adds the removals of the store that is to be replaced.
Status ReadTarget(const RestoreOptions& options, const std::string& path, Target* target,
                  Ledger* ledger, std::string* unread) {
  TRY(target->Lock());
  TRY(target->Unlock());
  TidyLog(path);
  target->Remember();
  Status read = ReadLedger(path, ledger);
  ledger->knows_last_change = read.ok();
  if (read) return {};
  if (!options.force) {
    return Error{Code::kInvalid, read.error().message +
                                     "; its removed records would come back: give another "
                                     "--ledger if there is one, and --force"};
  }
  *unread = read.error().message;
  return {};
}

}  // namespace

Result<RestoreReport> Restore(const RestoreOptions& options) {
  std::error_code ignored;
  const std::string path = RealPath(options.store);
  if (std::filesystem::equivalent(options.backup, path, ignored)) {
    return Error{Code::kInvalid, "is the store itself, not a backup of it"}.At(options.backup);
  }
  TRY(base::CheckFolderOf(path));
  const base::Descriptor folder =
      base::OpenDescriptor(base::FolderOf(path), O_RDONLY | O_DIRECTORY);
  TRY(LockFolder(folder, path));
  Target target(path);
  TRY(target.CheckIsOpen());
  RestoreReport report;
  Ledger ledger;
  Status status;
  if (target.exists()) status = ReadTarget(options, path, &target, &ledger, &report.unread);
  if (status && !options.ledger.empty()) status = ReadLedger(options.ledger, &ledger);
  if (!status) return std::move(status).error();
  const std::string prepared = PreparedPath(path);
  Discard(prepared);  // From an interrupted restore.
  status = Prepare(options, prepared, ledger, &report);
  if (status) {
    TidyLog(prepared);
    status = Replace(prepared, path, target, folder);
  }
  if (status) return report;
  Discard(prepared);
  return std::move(status).error();
}

void SweepRestored(const std::string& store_path) {
  const std::string path = RealPath(store_path);
  const std::string prepared = PreparedPath(path);
  if (access(prepared.c_str(), F_OK) != 0) return;
  const base::Descriptor folder =
      base::OpenDescriptor(base::FolderOf(path), O_RDONLY | O_DIRECTORY);
  // The restore that makes it holds the lock.
  if (LockFolder(folder, path)) Discard(prepared);
}

}  // namespace orgreg::app
