// SPDX-License-Identifier: EUPL-1.2

// The store comes first, and then the documents that the copy of it names, while a hold keeps
// sweeps away from them. The file `layout` comes last: what lacks it is no register.

#include "app/backup/backup.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/backup/unfinished_folder.h"
#include "app/place/layout_file.h"
#include "app/place/new_place.h"
#include "app/shared/shared_documents.h"
#include "auth/audit/copy.h"
#include "auth/audit/verify.h"
#include "auth/secrets/private_file.h"
#include "auth/users/user_file.h"
#include "base/files/folder.h"
#include "base/files/names.h"
#include "base/files/system_error.h"
#include "formats/file_writer.h"
#include "records/register.h"
#include "store/open/open.h"
#include "store/usage/copies.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr std::size_t kMostPrivateBytes = std::size_t{16} << 20;
constexpr int kTries = 10;

// A backup inside the register would be taken for a part of it.
Status CheckIsOutside(const BackupOptions& options) {
  if (!options.from.place.is_folder()) return {};
  std::error_code failure;
  const fs::path inner = fs::canonical(base::FolderOf(options.to), failure);
  if (failure) return {};
  const fs::path outer = fs::canonical(options.from.place.path(), failure);
  if (failure) return {};
  const auto relative = inner.lexically_relative(outer);
  if (relative.empty() || *relative.begin() == "..") return {};
  return Error{Code::kInvalid, "is in the folder of the register itself"}.At(options.to);
}

Status MakeFolder(const std::string& path) {
  if (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) return {};
  return base::IoError(path, "cannot be made", errno);
}

// Copies the files of an audit log, also if they are rotated meanwhile.
Result<auth::AuditCopies> CopyAuditFiles(const Parts& from, const Parts& to) {
  for (int tries = 1;; ++tries) {
    const auto files = TRY(AuditFiles(from, to));
    auto copied = auth::CopyAudit(files);
    if (copied || tries == kTries) return copied;
    const Code code = copied.error().code;
    const bool is_rotated = code == Code::kUnavailable || code == Code::kNotFound;
    if (!is_rotated) return copied;
  }
}

class Backup {
 public:
  Backup(const BackupOptions& options, const std::string& to)
      : options_(options), from_(options.from), to_(Parts::In(Place::InFolder(to))) {}

  Result<BackupReport> Run() {
    const auto documents = records::DocumentFolder::At(from_.place.PathOf(PlacePart::kDocuments));
    {
      const auto hold = TRY(CopyStore(documents));
      TRY(CopyDocumentsOf(documents));
    }
    SweepAgain(documents);
    TRY(CheckStore());
    TRY(CopyParts());
    if (options_.with_secrets) {
      TRY(CopySecrets());
    }
    TRY(FinishLayout(to_.place.path()));
    TRY(MakePlace(to_.place));
    TRY(CountBytes());
    return std::move(report_);
  }

 private:
  // Copies the store while no process sweeps the documents that it names.
  Result<records::DocumentFolder::Hold> CopyStore(const records::DocumentFolder& documents) const {
    const std::string path = to_.place.PathOf(PlacePart::kStore);
    for (int tries = 1;; ++tries) {
      auto hold = TRY(documents.Keep());
      TRY(store::CopyStore(from_.place.address(), path));
      if (hold.is_held() || !base::Exists(documents.path()) || tries == kTries) return hold;
      // The first documents of all may have come meanwhile.
      if (unlink(path.c_str()) != 0) return base::IoError(path, errno);
    }
  }

  // There were more commits during the copy, so the copy itself is read. Only a reader that may
  // write leaves no files next to it.
  Status CopyDocumentsOf(const records::DocumentFolder& documents) {
    const auto copy = TRY(store::OpenStore(to_.place.address(), store::OpenMode::kReadWriteCreate));
    report_.commit = TRY(copy->Position());
    const auto into = records::DocumentFolder::At(to_.place.PathOf(PlacePart::kDocuments));
    auto session = TRY(into.Begin());
    // What this machine never had is no reason to leave it out.
    const auto shared = TRY(SharedDocuments::Of(from_.place));
    if (shared != nullptr) TRY(shared->FetchAll(copy.get()));
    report_.documents = TRY(CopyDocuments(copy.get(), documents, &session));
    return {};
  }

  // A sweep that came during the copy was refused.
  void SweepAgain(const records::DocumentFolder& documents) const {
    const auto store = store::OpenStore(from_.place.address(), store::OpenMode::kReadOnly);
    if (store) static_cast<void>(records::Register(store->get()).SweepDocuments(documents));
  }

  Status CheckStore() {
    const std::string path = to_.place.PathOf(PlacePart::kStore);
    const auto copy = TRY(store::OpenStore({.file = path}, store::OpenMode::kReadWriteCreate));
    Status sound = copy->Check();
    if (sound || sound.error().code != Code::kCorrupt) return sound;
    // The folder does not have its name yet.
    const std::string& message = sound.error().message;
    const bool names_path = message.starts_with(path);
    NoteKept("register", names_path ? "store.db" + message.substr(path.size()) : message);
    return {};
  }

  Status CopyParts() {
    report_.has_users = TRY(IsCopied("users", CopyPrivate(from_.users, to_.users)));
    report_.has_usage = TRY(IsCopied("usage counts", store::CopyUsage(from_.usage, to_.usage)));
    TRY(MakeFolder(base::FolderOf(to_.audit_log)));
    const auto audit = CopyAuditFiles(from_, to_);
    TRY(IsCopied("audit log", audit ? Status() : Status(Error(audit.error()))));
    if (audit) NoteAudit(*audit);
    return CheckCopies();
  }

  void NoteAudit(const auth::AuditCopies& copies) {
    report_.audit_files = copies.files;
    for (const Error& error : copies.unread)
      report_.damaged.push_back(fmt::format("audit log: {}; the backup lacks that", error.message));
  }

  // The bytes are copied as they are, and may be all that there is of these parts.
  Status CheckCopies() {
    const auto users = auth::UserList::Load(from_.users);
    if (report_.has_users && !users) NoteKept("users", users.error().message);
    const auto counts = store::CheckUsage(from_.usage);
    const bool is_damaged = !counts && counts.error().code != Code::kUnavailable;
    if (report_.has_usage && is_damaged) NoteKept("usage counts", counts.error().message);
    const auto files = TRY(AuditFiles(to_, to_));
    for (const auth::AuditCopy& file : files) {
      const auto verified = TRY(auth::VerifyAudit(file.from, {}));
      const auto& problem = verified.problem;
      if (!problem) continue;
      NoteKept("audit log", fmt::format("{}: line {}: {}", fs::path(file.from).filename().string(),
                                        problem->line, problem->reason));
    }
    return {};
  }

  void NoteKept(const char* part, const std::string& reason) {
    report_.damaged.push_back(fmt::format("{}: {}; the backup has it as it is", part, reason));
  }

  Status CopySecrets() {
    TRY(MakeFolder(SecretFolder(to_)));
    const auto files = TRY(SecretFiles(from_));
    for (const SecretFile& file : files) {
      Status copied = CopyPrivate(file.path, fmt::format("{}/{}", SecretFolder(to_), file.name));
      // A setting names it.
      if (!copied && copied.error().code == Code::kNotFound)
        copied = Error{Code::kInvalid, copied.error().message};
      if (TRY(IsCopied("secrets", std::move(copied)))) report_.secrets.push_back(file.name);
    }
    return {};
  }

  // A part that does not exist is none. One that is damaged does not keep the register from being
  // copied; errors of the system do.
  Result<bool> IsCopied(const char* part, Status copied) {
    if (copied) return true;
    switch (copied.error().code) {
      case Code::kNotFound:
        return false;
      case Code::kInvalid:
      case Code::kCorrupt:
      case Code::kLimit:
        report_.damaged.push_back(
            fmt::format("{}: {}; the backup lacks it", part, copied.error().message));
        return false;
      case Code::kUnavailable:
      case Code::kIo:
        break;
    }
    return std::move(copied).error();
  }

  Status CountBytes() {
    std::error_code failure;
    for (fs::recursive_directory_iterator at(to_.place.path(), failure);
         !failure && at != fs::recursive_directory_iterator(); at.increment(failure)) {
      if (at->is_regular_file(failure)) report_.size_bytes += at->file_size(failure);
    }
    if (failure) return Error{Code::kIo, failure.message()}.At(to_.place.path());
    return {};
  }

  const BackupOptions& options_;
  const Parts& from_;
  const Parts to_;
  BackupReport report_;
};

}  // namespace

Result<BackupReport> MakeBackup(const BackupOptions& options) {
  TRY(options.from.place.Check());
  TRY(CheckIsOutside(options));
  auto folder = TRY(UnfinishedFolder::Begin(options.to));
  auto report = TRY(Backup(options, folder.working_path()).Run());
  TRY(folder.Finish());
  return report;
}

Status CopyPrivate(const std::string& from, const std::string& to) {
  const auto text = TRY(auth::ReadPrivateFile(from, kMostPrivateBytes));
  auto writer = TRY(formats::FileWriter::Create(to, formats::Readers::kOwner));
  TRY(writer->Append(text.text()));
  TRY(writer->Finish());
  return writer->Publish();
}

}  // namespace orgreg::app
