#include "auth/audit/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

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

// The file's name outlives a power cut only when its folder is synced.
Status SyncFolderOf(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return Failure(folder, "open");
  const bool is_synced = fsync(descriptor) == 0;
  const int reason = errno;
  close(descriptor);
  errno = reason;
  if (!is_synced) return Failure(folder, "sync");
  return {};
}

Result<std::string> ReadEndOf(const std::string& path, int descriptor, std::uint64_t most_bytes) {
  struct stat about = {};
  if (fstat(descriptor, &about) != 0) return Failure(path, "read");
  const auto size = static_cast<std::uint64_t>(about.st_size);
  std::string text(std::min(size, most_bytes), '\0');
  const std::uint64_t start = size - text.size();
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count =
        pread(descriptor, text.data() + done, text.size() - done, static_cast<off_t>(start + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failure(path, "read");
    if (count == 0) return Error{Code::kIo, "became shorter while it was read"}.At(path);
    done += static_cast<std::size_t>(count);
  }
  return text;
}

}  // namespace

Result<std::unique_ptr<AuditFile>> AuditFile::Open(const std::string& path,
                                                   std::function<int(int)> sync) {
  const int descriptor =
      open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
  if (descriptor < 0) return Failure(path, "open");
  std::unique_ptr<AuditFile> file(new AuditFile(path, descriptor, std::move(sync)));
  TRY(file->Prepare());
  return file;
}

AuditFile::~AuditFile() { close(descriptor_); }

Status AuditFile::Prepare() {
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return Fail("lock");
    return Error{Code::kUnavailable, "another process has this audit log"}.At(path_);
  }
  struct stat about = {};
  if (fstat(descriptor_, &about) != 0) return Fail("open");
  if (!S_ISREG(about.st_mode)) return Error{Code::kInvalid, "is no file"}.At(path_);
  // A group that may read it (those who supervise the look-ups) is the operator's choice.
  if ((about.st_mode & (S_IWGRP | S_IXGRP | S_IRWXO)) != 0) {
    return Error{Code::kInvalid, "others may write or read this audit log: chmod 0600 or 0640"}.At(
        path_);
  }
  size_bytes_ = static_cast<std::uint64_t>(about.st_size);
  // Moved away between open and lock: whoever did it has to be done first.
  if (!IsInPlace()) return Error{Code::kUnavailable, "was moved while it was opened"}.At(path_);
  if (size_bytes_ == 0) return SyncFolderOf(path_);
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
  // At once, so that readers see whole lines meanwhile. Whether it succeeds, is_clean_ says.
  static_cast<void>(Settle());
  return done;
}

Status AuditFile::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Fail("write");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

Status AuditFile::Sync() {
  const int failed = sync_ ? sync_(descriptor_) : fdatasync(descriptor_);
  if (failed != 0) return Fail("sync");
  return {};
}

// The cut is synced too: what follows must not stand after bytes that reappear.
Status AuditFile::Settle() {
  if (is_clean_) return {};
  if (ftruncate(descriptor_, static_cast<off_t>(size_bytes_)) != 0) return Fail("cut back");
  TRY(Sync());
  is_clean_ = true;
  return {};
}

Result<std::string> AuditFile::ReadEnd(std::uint64_t most_bytes) const {
  return ReadEndOf(path_, descriptor_, most_bytes);
}

bool AuditFile::IsInPlace() const {
  struct stat mine = {};
  struct stat named = {};
  if (fstat(descriptor_, &mine) != 0 || lstat(path_.c_str(), &named) != 0) return false;
  return mine.st_dev == named.st_dev && mine.st_ino == named.st_ino;
}

Error AuditFile::Fail(std::string_view action) const { return Failure(path_, action); }

Result<std::string> ReadAuditEnd(const std::string& path, std::uint64_t most_bytes) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Failure(path, "open");
  Result<std::string> end = ReadEndOf(path, descriptor, most_bytes);
  close(descriptor);
  return end;
}

}  // namespace orgreg::auth
