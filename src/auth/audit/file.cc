// SPDX-License-Identifier: EUPL-1.2

#include "auth/audit/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <utility>

#include "base/files/folder.h"
#include "base/files/system_error.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

Error Failure(const std::string& path, std::string_view action) {
  return base::SystemError(action, errno).At(path);
}

}  // namespace

Result<std::unique_ptr<AuditFile>> AuditFile::Open(const std::string& path,
                                                   std::function<int(int)> sync) {
  base::Descriptor opened(
      open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
  if (!opened.is_open()) return Failure(path, "open");
  std::unique_ptr<AuditFile> file(new AuditFile(path, std::move(opened), std::move(sync)));
  TRY(file->Prepare());
  return file;
}

Status AuditFile::Prepare() {
  if (flock(file_.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return Fail("lock");
    return Error{Code::kUnavailable, "another process has this audit log"}.At(path_);
  }
  struct stat about = {};
  if (fstat(file_.number(), &about) != 0) return Fail("open");
  if (!S_ISREG(about.st_mode)) return Error{Code::kInvalid, "is no file"}.At(path_);
  // The operator may choose a group that reads it (those who supervise the look-ups).
  if ((about.st_mode & (S_IWGRP | S_IXGRP | S_IRWXO)) != 0) {
    return Error{Code::kInvalid, "others may write or read this audit log: chmod 0600 or 0640"}.At(
        path_);
  }
  size_bytes_ = static_cast<std::uint64_t>(about.st_size);
  // The file was moved between open and lock; the program that moved it must finish first.
  if (!IsInPlace()) return Error{Code::kUnavailable, "was moved while it was opened"}.At(path_);
  if (size_bytes_ == 0) return base::SyncFolderOf(path_);
  return {};
}

Status AuditFile::Append(std::string_view bytes) {
  TRY(Settle());
  is_clean_ = false;
  Status done = Write(bytes);
  if (done.ok()) done = Sync();
  if (done.ok()) {
    is_clean_ = true;
    size_bytes_ += bytes.size();
    return {};
  }
  // At once, so that readers see whole lines until the next Append. is_clean_ shows if it succeeds.
  static_cast<void>(Settle());
  return done;
}

Status AuditFile::Write(std::string_view bytes) {
  if (!base::WriteAll(file_.number(), bytes)) return Fail("write");
  return {};
}

Status AuditFile::Sync() {
  const int failed = sync_ ? sync_(file_.number()) : fdatasync(file_.number());
  if (failed != 0) return Fail("sync");
  return {};
}

// The truncation is synced too: later lines must not come after bytes that reappear.
Status AuditFile::Settle() {
  if (is_clean_) return {};
  if (ftruncate(file_.number(), static_cast<off_t>(size_bytes_)) != 0) return Fail("cut back");
  TRY(Sync());
  is_clean_ = true;
  return {};
}

Result<std::string> AuditFile::ReadEnd(std::uint64_t most_bytes) const {
  return ReadAuditEnd(path_, file_.number(), most_bytes);
}

bool AuditFile::IsInPlace() const { return base::IsNamed(file_.number(), path_); }

Error AuditFile::Fail(std::string_view action) const { return Failure(path_, action); }

Result<std::string> ReadAuditEnd(const std::string& path, std::uint64_t most_bytes) {
  const base::Descriptor file = base::OpenDescriptor(path, O_RDONLY);
  if (!file.is_open()) return Failure(path, "open");
  return ReadAuditEnd(path, file.number(), most_bytes);
}

Result<std::string> ReadAuditEnd(const std::string& path, int descriptor,
                                 std::uint64_t most_bytes) {
  struct stat about = {};
  if (fstat(descriptor, &about) != 0) return Failure(path, "read");
  const auto size = static_cast<std::uint64_t>(about.st_size);
  std::string text(std::min(size, most_bytes), '\0');
  const std::uint64_t start = size - text.size();
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = base::ReadSomeAt(descriptor, std::span(text).subspan(done),
                                           static_cast<off_t>(start + done));
    if (count < 0) return Failure(path, "read");
    if (count == 0) return Error{Code::kIo, "became shorter while it was read"}.At(path);
    done += static_cast<std::size_t>(count);
  }
  return text;
}

}  // namespace orgreg::auth
