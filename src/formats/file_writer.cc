#include "formats/file_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace orgreg::formats {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
constexpr mode_t kReadableByAll = 0644;
constexpr mode_t kReadableByOwner = 0600;

base::Error SystemError(const std::string& path, std::string_view action) {
  const std::string reason = std::generic_category().message(errno);
  return {base::Code::kIo, path + ": " + std::string(action) + ": " + reason};
}

// Whether `path` still names the open file: its writer may have renamed or removed it
// between our open and our lock.
bool IsNamed(int descriptor, const std::string& path) {
  struct stat opened = {};
  struct stat named = {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

// Empties what a killed process left, and closes it to whom the new file is closed. Devices
// have no length to take away, and belong to others.
bool Empty(int descriptor, Readers readers) {
  struct stat opened = {};
  if (::fstat(descriptor, &opened) != 0) return false;
  if (!S_ISREG(opened.st_mode)) return true;
  const bool is_closed = readers == Readers::kAll || ::fchmod(descriptor, kReadableByOwner) == 0;
  return is_closed && ::ftruncate(descriptor, 0) == 0;
}

base::Error LockError(const std::string& temporary) {
  if (errno != EWOULDBLOCK) return SystemError(temporary, "cannot be locked");
  return {base::Code::kUnavailable, temporary + ": is being written by somebody else"};
}

// The temporary file, empty and ours.
base::Result<int> OpenTemporary(const std::string& temporary, Readers readers) {
  const mode_t mode = readers == Readers::kOwner ? kReadableByOwner : kReadableByAll;
  while (true) {
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, mode);
    if (descriptor < 0) return SystemError(temporary, "cannot be created");
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      base::Error error = LockError(temporary);
      ::close(descriptor);
      return error;
    }
    if (IsNamed(descriptor, temporary)) {
      if (Empty(descriptor, readers)) return descriptor;
      base::Error error = SystemError(temporary, "cannot be emptied");
      ::close(descriptor);
      return error;
    }
    ::close(descriptor);
  }
}

// A rename is in the folder, which is synced by itself.
bool SyncFolderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  std::string folder = ".";
  if (slash != std::string::npos) folder = path.substr(0, slash + 1);
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_synced = ::fsync(descriptor) == 0;
  const int reason = errno;
  ::close(descriptor);
  errno = reason;
  return is_synced;
}

}  // namespace

base::Result<std::unique_ptr<FileWriter>> FileWriter::Create(std::string path, Readers readers) {
  std::string temporary = path + ".tmp";
  const auto descriptor = OpenTemporary(temporary, readers);
  if (!descriptor) return descriptor.error();
  return std::unique_ptr<FileWriter>(
      new FileWriter(std::move(path), std::move(temporary), *descriptor));
}

FileWriter::~FileWriter() {
  // In this order: whoever gets the lock next finds that the name is gone.
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

base::Error FileWriter::Fail(std::string_view action) {
  stage_ = Stage::kFailed;
  return SystemError(temporary_, action);
}

base::Status FileWriter::Append(std::string_view bytes) {
  assert(stage_ != Stage::kFinished);
  size_bytes_ += bytes.size();
  if (pending_.empty() && bytes.size() >= kPieceBytes) return Write(bytes);
  pending_.append(bytes);
  if (pending_.size() < kPieceBytes) return {};
  base::Status status = Write(pending_);
  pending_.clear();
  return status;
}

base::Status FileWriter::Write(std::string_view bytes) {
  if (stage_ == Stage::kFailed) {
    return base::Error{base::Code::kIo, temporary_ + ": was not written whole"};
  }
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Fail("cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

base::Status FileWriter::Finish() {
  if (base::Status status = Write(pending_); !status.ok()) return status;
  pending_ = {};
  if (::fsync(descriptor_) != 0) return Fail("cannot be synced");
  stage_ = Stage::kFinished;
  return {};
}

base::Status FileWriter::Publish() {
  if (stage_ != Stage::kFinished) {
    return base::Error{base::Code::kIo, temporary_ + ": was not written whole"};
  }
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return Fail("cannot be renamed");
  temporary_.clear();
  // The disk has everything; closing only lets go of the lock.
  ::close(descriptor_);
  descriptor_ = -1;
  if (!SyncFolderOf(path_)) return SystemError(path_, "its folder cannot be synced");
  return {};
}

}  // namespace orgreg::formats
