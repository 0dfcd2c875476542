// SPDX-License-Identifier: EUPL-1.2

// Restore locks the folder, reads the removals of the old store and of the ledger, prepares a
// verified copy of the backup with these removals under another name, adds the documents that the
// copy names, writes the line of the audit log, and then gives the copy the name of the store. Only
// this step changes the records; users, counts and secrets come after it. A database takes the
// state of the copy in one transaction instead.

#include "app/backup/restore.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/backup/database_target.h"
#include "app/backup/owner.h"
#include "app/backup/prepared_store.h"
#include "app/backup/target.h"
#include "app/place/new_place.h"
#include "app/place/source_mark.h"
#include "app/shared/ledger.h"
#include "app/shared/shared_documents.h"
#include "base/files/descriptor.h"
#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/names.h"
#include "base/files/system_error.h"
#include "records/documents/folder.h"
#include "records/register.h"
#include "store/open/open.h"
#include "store/sqlite/store.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using records::DocumentFolder;
using store::OpenMode;

// A folder is a place. A file is a store of an earlier version, perhaps with files next to it.
Result<Place> PlaceAt(const std::string& path) {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  Place place = is_folder ? Place::InFolder(path) : Place::NextToStore(path);
  TRY(place.Check());
  return place;
}

Error NeedsForce(const Error& reason, const std::string& lost) {
  return {Code::kInvalid, reason.message + "; " + lost};
}

class Restoring {
 public:
  Restoring(const RestoreOptions& options, Place backup, DocumentFolder::Session* session)
      : options_(options),
        backup_(std::move(backup)),
        path_(RealPath(options.to.place.PathOf(PlacePart::kStore))),
        prepared_(PreparedPath(path_)),
        folder_(base::OpenDescriptor(base::FolderOf(path_), O_RDONLY | O_DIRECTORY)),
        session_(session),
        target_(path_),
        database_(options.to.place) {}

  Result<RestoreReport> Run() {
    TRY(LockFolder(folder_, path_));
    if (!has_database()) TRY(target_.CheckIsOpen());
    TRY(ReadLedgers());
    auto parts = TRY(ReturningParts::Prepare(Parts::In(backup_), options_.to, options_.returns));
    DiscardStore(prepared_);  // From an interrupted restore.
    Status status = Prepare();
    if (status) TidyLog(prepared_);
    if (status) status = Replace(&parts);
    if (!status) {
      DiscardStore(prepared_);
      return std::move(status).error();
    }
    Finish(&parts);
    return std::move(report_);
  }

 private:
  bool has_database() const { return options_.to.place.has_database(); }

  Status ReadLedgers() {
    if (has_database()) {
      TRY(AcceptUnread(database_.Read(&ledger_)));
    } else if (target_.exists()) {
      TRY(ReadTarget());
    }
    if (options_.ledger.empty()) return {};
    const Place place = TRY(PlaceAt(options_.ledger));
    return ReadRemovals(place.address());
  }

  // Of an upgraded copy if the store is of an earlier version.
  Status ReadRemovals(const store::StoreAddress& address) {
    Status read = ReadLedger(address, &ledger_);
    if (read || read.error().code != Code::kInvalid) return read;
    DiscardStore(prepared_);
    if (store::CopyStore(address, prepared_)) read = ReadLedger({.file = prepared_}, &ledger_);
    DiscardStore(prepared_);
    return read;
  }

  // Adds the removals of the store that is to be replaced.
  Status ReadTarget() {
    TRY(target_.Lock());
    TRY(target_.Unlock());
    target_.Remember();
    const Status read = ReadRemovals({.file = path_});
    target_change_ = ledger_.last_change;
    ledger_.knows_last_change = read.ok();
    return AcceptUnread(read);
  }

  // With force, not all of the removals need be known.
  Status AcceptUnread(const Status& read) {
    if (read) return {};
    // A database that is away cannot be replaced either.
    if (has_database() && read.error().code == Code::kUnavailable) return read;
    if (!options_.returns.force) {
      return NeedsForce(read.error(),
                        "its removed records would come back: give another --ledger if there is "
                        "one, and --force");
    }
    report_.unread = read.error().message;
    return {};
  }

  // Copies the backup, verifies the copy, removes there the records that the ledger lists, and adds
  // the documents that it names then.
  Status Prepare() {
    TRY(store::CopyStore(backup_.address(), prepared_));
    const auto copy = store::OpenStore({.file = prepared_}, OpenMode::kReadWriteCreate,
                                       {.accepts_clock = options_.accepts_clock});
    if (!copy) return Error(copy.error()).At(options_.backup);
    store::Store* const store = copy.value().get();
    // The copy will be served, so the copy is verified.
    if (Status sound = store->Check(); !sound) return std::move(sound).error().At(options_.backup);
    report_.backup_commit = TRY(store->Position());
    if (has_database()) TRY(database_.CheckIsSame(store));
    report_.skipped_to = TRY(SkipGivenIds(store, ledger_));
    report_.removed_again = TRY(RemoveAgain(store, ledger_));
    report_.commit = TRY(store->Position());
    return TakeDocuments(store);
  }

  // Until a row names them, the files are swept like any other that no row names.
  Status TakeDocuments(store::Store* store) {
    const auto from = DocumentFolder::At(backup_.PathOf(PlacePart::kDocuments));
    const auto shared = TRY(SharedDocuments::Of(options_.to.place));
    report_.documents = TRY(CopyDocuments(store, from, session_, shared.get()));
    const DocumentCopies& copies = report_.documents;
    if (copies.bad == 0 || options_.returns.force) return session_->Sync();
    return Error{Code::kInvalid, std::to_string(copies.bad) + " of " +
                                     std::to_string(copies.listed) +
                                     " documents are missing or damaged in the backup, as " +
                                     copies.named.front() + "; --force restores without them"};
  }

  Error ChangedMeanwhile() const {
    return Error{Code::kUnavailable, "was changed meanwhile; restore again"}.At(path_);
  }

  // The log of a killed process may hold acknowledged commits. They are in the file before the log
  // is deleted, so that the register is whole even if its file is not replaced after all.
  Status KeepLog() {
    const bool is_readable = report_.unread.empty();
    if (target_.LogBytes() == 0 || !is_readable) return {};
    if (!target_.IsAsRemembered()) return ChangedMeanwhile();
    {
      const auto store = TRY(store::OpenStore({.file = path_}, OpenMode::kReadWriteCreate,
                                              {.accepts_clock = options_.accepts_clock}));
      const auto snapshot = TRY(store->Read());
      if (snapshot->last_change() != target_change_) return ChangedMeanwhile();
    }
    target_.Remember();
    if (target_.LogBytes() == 0) return {};
    return Error{Code::kUnavailable, "has a log that cannot be moved into it"}.At(path_);
  }

  // Only this step changes what nodes see.
  Status ReplaceInDatabase(ReturningParts* parts) {
    {
      const auto store = TRY(store::OpenStore({.file = prepared_}, OpenMode::kReadWriteCreate));
      TRY(WriteAudit(parts));
      TRY(database_.Take(store.get()));
    }
    DiscardStore(prepared_);
    return {};
  }

  Status WriteAudit(ReturningParts* parts) const {
    return parts->WriteAudit({.backup = RealPath(options_.backup),
                              .commit = static_cast<std::uint64_t>(report_.backup_commit.value)});
  }

  // Gives the prepared store its last name.
  Status Replace(ReturningParts* parts) {
    if (has_database()) return ReplaceInDatabase(parts);
    if (access((prepared_ + "-wal").c_str(), F_OK) == 0) {
      return Error{Code::kIo, "is not tidied"}.At(prepared_);
    }
    if (target_.exists()) {
      TRY(KeepLog());
      TRY(target_.Lock());
      if (!target_.IsAsRemembered()) return ChangedMeanwhile();
      TRY(target_.GiveOwnerTo(prepared_));
    }
    const base::Descriptor file = base::OpenDescriptor(prepared_, O_RDWR);
    if (!file.is_open() || fsync(file.number()) != 0) return base::IoError(prepared_, errno);
    TRY(WriteAudit(parts));
    for (const std::string& name : {path_, prepared_}) {
      for (const char* ending : store::kSideFiles) unlink((name + ending).c_str());
    }
    // A log that reappears after a power cut would be taken for one of the new store.
    TRY(SyncFolder());
    if (std::rename(prepared_.c_str(), path_.c_str()) != 0) return base::IoError(path_, errno);
    return {};
  }

  // The register is the backup's now.
  void Finish(ReturningParts* parts) {
    // The index is of the earlier store, and may hold records that the ledger withdrew. That of a
    // node goes with its copy, when it follows the database again.
    if (!has_database()) {
      for (const model::Kind kind : model::kKinds)
        unlink(options_.to.place.SegmentPath(kind).c_str());
    }
    Status status = SyncFolder();
    if (status) status = Sweep();
    Status brought = parts->BringBack();
    if (status) status = std::move(brought);
    report_.returned = parts->report();
    if (!status) report_.unfinished = std::move(status).error();
  }

  // Deletes the files of documents that were removed, or that came after the backup.
  Status Sweep() {
    const auto store = has_database()
                           ? TRY(store::OpenStore(options_.to.place.address(), OpenMode::kReadOnly))
                           : TRY(store::OpenStore({.file = path_}, OpenMode::kReadWriteCreate));
    TRY(records::Register(store.get()).SweepDocuments(session_));
    return {};
  }

  Status SyncFolder() const {
    if (fsync(folder_.number()) == 0) return {};
    return base::IoError(path_, errno);
  }

  const RestoreOptions& options_;
  const Place backup_;
  const std::string path_;
  const std::string prepared_;
  const base::Descriptor folder_;
  DocumentFolder::Session* session_;
  Target target_;
  DatabaseTarget database_;
  std::int64_t target_change_ = 0;  // The last change that the register had when it was read.
  Ledger ledger_;
  RestoreReport report_;
};

// Deletes the documents that a restore took before it failed.
void SweepTaken(const Place& place, DocumentFolder::Session* session) {
  const auto store = store::OpenStore(place.address(), OpenMode::kReadOnly);
  // What cannot be deleted now is swept by the next writer.
  if (store) static_cast<void>(records::Register(store->get()).SweepDocuments(session));
}

}  // namespace

Result<RestoreReport> Restore(const RestoreOptions& options) {
  auto backup = TRY(PlaceAt(options.backup));
  const Place& place = options.to.place;
  std::error_code ignored;
  if (std::filesystem::equivalent(backup.PathOf(PlacePart::kStore), place.PathOf(PlacePart::kStore),
                                  ignored)) {
    return Error{Code::kInvalid, "is the register itself, not a backup of it"}.At(options.backup);
  }
  if (Status there = base::CheckFile(backup.PathOf(PlacePart::kStore), base::Access::kRead); !there)
    return std::move(there).error();
  if (!place.has_database()) TRY(CheckIsNoReplica(place));
  const NewPlace new_place(place);
  TRY(MakePlace(place));
  TRY(base::CheckFolderOf(place.PathOf(PlacePart::kStore)));
  const auto documents = DocumentFolder::At(place.PathOf(PlacePart::kDocuments));
  const bool had_documents = base::Exists(documents.path());
  // No import and no sweep comes between.
  auto session = TRY(documents.Begin());
  auto report = Restoring(options, std::move(backup), &session).Run();
  if (report) {
    Status given = GiveToOwner(place);
    if (!given && !report->unfinished) report->unfinished = std::move(given).error();
    return report;
  }
  if (had_documents) {
    SweepTaken(place, &session);
  } else {
    std::filesystem::remove_all(documents.path(), ignored);
  }
  new_place.Discard();
  return report;
}

}  // namespace orgreg::app
