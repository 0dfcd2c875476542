// SPDX-License-Identifier: EUPL-1.2

// SqliteStore opens the file for reading or writing, keeps a pool of connections for each, and
// begins the transactions of snapshots and writers.

#include "store/sqlite/store.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "store/files.h"
#include "store/sqlite/copy.h"
#include "store/sqlite/replica.h"
#include "store/sqlite/snapshot.h"
#include "store/sqlite/wipe.h"
#include "store/sqlite/writer.h"
#include "store/sqlite_connections/connection.h"
#include "store/sqlite_connections/pool.h"
#include "store/sqlite_connections/readers.h"
#include "store/sqlite_tables/notes.h"
#include "store/sqlite_tables/rows.h"
#include "store/sqlite_tables/schema.h"
#include "store/witness.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

// The first pragma takes effect only in a new file; the cache is counted in such pages. The pages
// are larger than usual, because a bulk load costs a system call or two per page.
constexpr const char* kWriterSettings =
    "PRAGMA page_size = 16384;"
    "PRAGMA cache_size = -65536;"
    "PRAGMA synchronous = FULL;"
    "PRAGMA secure_delete = ON;"  // A removed row must not survive in free space.
    "PRAGMA cell_size_check = ON;"
    "PRAGMA trusted_schema = OFF";
constexpr const char* kReaderSettings =
    "PRAGMA cache_size = -8192;"
    "PRAGMA cell_size_check = ON;"
    "PRAGMA trusted_schema = OFF";

// How long a writer waits for another one before it reports that.
constexpr int kSilentWaitMs = 1000;

// How often the file is asked whether another process has written.
constexpr std::chrono::milliseconds kLookInterval(5);

class SqliteStore final : public Store {
 public:
  SqliteStore(const std::string& path, OpenMode mode, StoreOptions options)
      : path_(path),
        mode_(mode),
        options_(std::move(options)),
        files_{.witness = Witness(path)},
        writers_(path, SQLITE_OPEN_READWRITE, kWriterSettings, options_.busy_timeout_ms),
        readers_(path, kReaderSettings, options_.busy_timeout_ms) {}

  // The last connection to close removes the log, and only one with write access can: if this
  // object has looked at the store, that is the writer.
  ~SqliteStore() override {
    if (mode_ == OpenMode::kReadOnly) return;
    auto writer = writers_.Take();
    if (!writer) return;
    static_cast<void>(ReadSummary(writer->get()));
    writers_.Give(std::move(*writer));
  }

  Status Prepare() {
    const CommitId acknowledged = files_.witness.Read();
    Status opened = mode_ == OpenMode::kReadOnly ? OpenToRead() : OpenToWrite();
    if (!opened && opened.error().code == Code::kCorrupt) {
      opened.error().message += "; restore a backup (orgreg restore)";
    }
    if (!opened || acknowledged == CommitId{}) return opened;
    const auto position = TRY(Position());
    return files_.witness.Compare(acknowledged, position);
  }

  Result<std::unique_ptr<Snapshot>> Read() override {
    auto snapshot = TRY(OpenSnapshot());
    return std::unique_ptr<Snapshot>(std::move(snapshot));
  }

  Result<std::unique_ptr<Writer>> Write() override {
    auto begun = TRY(BeginToWrite());
    return std::unique_ptr<Writer>(std::make_unique<SqliteWriter>(
        std::move(begun.lease), begun.summary, &files_,
        CommitClock{.now_ms = options_.clock_ms, .is_accepted = options_.accepts_clock}));
  }

  Result<std::unique_ptr<Replica>> Adopt() override {
    auto begun = TRY(BeginToWrite());
    return std::unique_ptr<Replica>(
        std::make_unique<SqliteReplica>(std::move(begun.lease), begun.summary, &files_));
  }

  Status PutNote(const std::string& key, std::string_view text) override {
    if (mode_ == OpenMode::kReadOnly) return Fail(Code::kInvalid, "is open for reading only");
    const auto lease = TRY(Begin());
    TRY(WriteNote(lease.get(), key, text));
    return lease->Run("COMMIT");
  }

  Result<CommitId> Position() override {
    const auto lease = TRY(readers_.Take());
    const auto summary = TRY(ReadSummary(lease.get()));
    return summary.position;
  }

  Result<StateId> State() override {
    const auto lease = TRY(readers_.Take());
    return StateIdOf(TRY(ReadSummary(lease.get())));
  }

  // Other processes write too, so the file is asked again and again.
  Result<CommitId> AwaitCommit(CommitId after, std::chrono::milliseconds most,
                               const std::stop_token& stop) override {
    const auto end = std::chrono::steady_clock::now() + most;
    while (true) {
      auto position = Position();
      const bool is_over = stop.stop_requested() || std::chrono::steady_clock::now() >= end;
      if (!position || *position > after || is_over) return position;
      std::this_thread::sleep_for(kLookInterval);
    }
  }

  Status Check() override {
    auto snapshot = TRY(OpenSnapshot());
    return snapshot->Check();
  }

  Status CopyTo(const std::string& path) override {
    auto snapshot = TRY(OpenSnapshot());
    return snapshot->CopyTo(path);
  }

  Status Wipe() override {
    if (mode_ == OpenMode::kReadOnly) return Fail(Code::kInvalid, "is open for reading only");
    auto connection = TRY(writers_.Take());
    connection->WatchLog();
    connection->SetBusyTimeout(options_.busy_timeout_ms);
    // It is closed, not returned: it may hold outdated pages.
    Status wiped = WipeUnused(connection.get(), static_cast<std::int64_t>(Migrations().size()));
    if (!wiped && wiped.error().code == Code::kIo) files_.sync_failed = true;
    return wiped;
  }

 private:
  struct Begun {
    BorrowedConnection lease;
    Summary summary;
  };
  // For a transaction that ends with a commit.
  Result<Begun> BeginToWrite() {
    if (mode_ == OpenMode::kReadOnly) return Fail(Code::kInvalid, "is open for reading only");
    if (files_.sync_failed) {
      return Fail(Code::kIo, "a write to disk failed; nothing is written until a restart");
    }
    auto lease = TRY(Begin());
    const auto summary = TRY(ReadSummary(lease.get()));
    TRY(SyncFolder());
    return Begun{.lease = std::move(lease), .summary = summary};
  }

  // A connection in a write transaction.
  Result<BorrowedConnection> Begin() {
    auto taken = TRY(writers_.Take());
    BorrowedConnection lease(&writers_, std::move(taken));
    lease->WatchLog();
    const Status begun = BeginOn(lease.get());
    // Reads of the store never wait, and the checkpoint after a commit must not wait either.
    lease->SetBusyTimeout(0);
    // Changes to a file that has lost its name would be lost.
    if (lease->HasMoved()) {
      return Fail(Code::kUnavailable, "was deleted or replaced after it was opened");
    }
    if (!begun) return begun.error();
    return lease;
  }

  Status BeginOn(Connection* connection) const {
    const int patience_ms = std::min(options_.busy_timeout_ms, kSilentWaitMs);
    const int rest_ms = options_.busy_timeout_ms - patience_ms;
    connection->SetBusyTimeout(patience_ms);
    Status begun = connection->Run("BEGIN IMMEDIATE");
    if (begun || !connection->IsBusy()) return begun;
    if (rest_ms > 0) {
      if (options_.on_wait) options_.on_wait();
      connection->SetBusyTimeout(rest_ms);
      begun = connection->Run("BEGIN IMMEDIATE");
      if (begun || !connection->IsBusy()) return begun;
    }
    return Fail(Code::kUnavailable, "another writer is at work, and was not done after " +
                                        ShownTime(options_.busy_timeout_ms));
  }

  static std::string ShownTime(int ms) {
    return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
  }

  Status OpenToRead() {
    const auto reader = readers_.Take();
    return reader ? CheckVersion(reader->get(), Migrations()) : Status(reader.error());
  }

  Status OpenToWrite() {
    auto writer = TRY(writers_.Take());
    // The journal mode comes last: a file of another program must stay unchanged.
    TRY(Migrate(writer.get(), Migrations()));
    TRY(writer->Run("PRAGMA journal_mode = WAL"));
    writers_.Give(std::move(writer));
    return {};
  }

  // SQLite creates the log when it is first needed, and does not notice if its name never reaches
  // the disk.
  Status SyncFolder() {
    if (files_.folder_synced) return {};
    TRY(base::SyncFolderOf(path_));
    files_.folder_synced = true;
    return {};
  }

  Error Fail(Code code, std::string what) const { return Error{code, std::move(what)}.At(path_); }

  Result<std::unique_ptr<SqliteSnapshot>> OpenSnapshot() {
    auto lease = TRY(readers_.Take());
    TRY(lease->Run("BEGIN"));
    // This first read fixes the state that the transaction sees.
    const auto summary = TRY(ReadSummary(lease.get()));
    return std::make_unique<SqliteSnapshot>(std::move(lease), summary);
  }

  const std::string path_;
  const OpenMode mode_;
  const StoreOptions options_;
  FileState files_;
  // Closed in reverse order: the last one to close can write, and so removes the log.
  ConnectionPool writers_;
  Readers readers_;
};

// Finds out here why the file cannot be opened, because the system's reasons are in plain words.
Status ReadyToWrite(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0 && errno == ENOENT) {
    TRY(base::CheckFolderOf(path));
    // The witness belongs to an earlier store.
    TRY(Witness::Forget(path));
    return CreateFile(path);
  }
  TRY(base::CheckFile(path, base::Access::kReadWrite));
  // SQLite keeps files of its own next to it.
  return base::CheckFolderOf(path);
}

Status ReadyToRead(const std::string& path) {
  if (Status allowed = base::CheckFile(path, base::Access::kRead); !allowed) {
    if (allowed.error().code == Code::kNotFound) allowed.error().message += ": there is no store";
    return allowed;
  }
  std::error_code failure;
  // To open a pipe would wait for its writer.
  if (!std::filesystem::is_regular_file(path, failure))
    return Error{Code::kInvalid, "is a pipe or a device, not a store"}.At(path);
  if (std::filesystem::file_size(path, failure) != 0 || failure) return {};
  return Error{Code::kInvalid, "is a file of 0 bytes, not a store"}.At(path);
}

// To upgrade a store, it must be there; then it is opened as any.
Status ReadyFor(OpenMode mode, const std::string& path) {
  if (mode != OpenMode::kReadWriteCreate) TRY(ReadyToRead(path));
  return mode == OpenMode::kReadOnly ? Status() : ReadyToWrite(path);
}

std::int64_t SystemTime() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace

Result<std::unique_ptr<Store>> OpenSqlite(const std::string& path, OpenMode mode,
                                          StoreOptions options) {
  if (path.empty()) return Error{Code::kInvalid, "the path of the store is empty"};
  const Status ready = ReadyFor(mode, path);
  if (!ready) return ready.error();
  if (!options.clock_ms) options.clock_ms = SystemTime;
  auto store = std::make_unique<SqliteStore>(path, mode, std::move(options));
  TRY(store->Prepare());
  return std::unique_ptr<Store>(std::move(store));
}

Status CopySqlite(const std::string& from, const std::string& to) {
  const auto store = OpenSqlite(from, OpenMode::kReadOnly);
  if (store) return (*store)->CopyTo(to);
  if (store.error().code != Code::kInvalid) return store.error();
  TRY(ReadyToRead(from));
  Readers readers(from, kReaderSettings, StoreOptions().busy_timeout_ms);
  {
    const auto lease = TRY(readers.Take());
    const auto is_earlier = TRY(IsEarlier(lease.get(), Migrations()));
    if (!is_earlier) return store.error();
    TRY(CopyDatabase(lease.get(), to));
  }
  TRY(OpenSqlite(to, OpenMode::kReadWriteCreate));
  return {};
}

}  // namespace orgreg::store
