#include "formats/file_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <system_error>

#include "base/files/sweep_rests.h"

namespace orgreg::formats {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
constexpr mode_t kReadableByAll = 0644;
constexpr mode_t kReadableByOwner = 0600;

base::Error SystemError(const std::string& path, std::string_view action) {
  const std::string reason = std::generic_category().message(errno);
  return {base::Code::kIo, path + ": " + std::string(action) + ": " + reason};
}

// Whether `path` still names the open file: its writer may have removed it between our open and our
// lock.
bool IsNamed(int descriptor, const std::string& path) {
  struct stat opened = {};
  struct stat named = {};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

// Killed processes of earlier versions have left their bytes under that name. They go with the
// name: to empty the file might empty one that has another name too.
bool HoldsBytes(int descriptor) {
  struct stat opened = {};
  return ::fstat(descriptor, &opened) == 0 && opened.st_size != 0;
}

base::Error LockError(const std::string& claim) {
  if (errno != EWOULDBLOCK) return SystemError(claim, "cannot be locked");
  return {base::Code::kUnavailable, claim + ": is being written by somebody else"};
}

}  // namespace

base::Result<FileWriter::Claim> FileWriter::Claim::Make(const std::string& path) {
  const std::string name = path + std::string(base::kClaimEnding);
  constexpr int kFlags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  while (true) {
    const int descriptor = ::open(name.c_str(), kFlags, kReadableByOwner);
    if (descriptor < 0) return SystemError(name, "cannot be created");
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      base::Error error = LockError(name);
      ::close(descriptor);
      return error;
    }
    if (IsNamed(descriptor, name)) {
      if (!HoldsBytes(descriptor)) return Claim(name, descriptor);
      if (::unlink(name.c_str()) != 0) {
        base::Error error = SystemError(name, "cannot be taken away");
        ::close(descriptor);
        return error;
      }
    }
    ::close(descriptor);
  }
}

FileWriter::Claim::~Claim() {
  if (descriptor_ < 0) return;
  // In this order: whoever gets the lock next finds that the name is gone.
  ::unlink(name_.c_str());
  ::close(descriptor_);
}

base::Result<std::unique_ptr<FileWriter>> FileWriter::Create(std::string path, Readers readers) {
  auto claim = TRY(Claim::Make(path));
  auto file =
      base::NewFile::Begin(path, readers == Readers::kOwner ? kReadableByOwner : kReadableByAll);
  if (!file) return std::move(file).error();
  return std::unique_ptr<FileWriter>(
      new FileWriter(std::move(path), std::move(claim), std::move(*file)));
}

FileWriter::~FileWriter() = default;

base::Error FileWriter::Fail(std::string_view action) {
  stage_ = Stage::kFailed;
  return SystemError(path_, action);
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
    return base::Error{base::Code::kIo, path_ + ": was not written whole"};
  }
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_.descriptor(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Fail("cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

base::Status FileWriter::Finish() {
  if (base::Status status = Write(pending_); !status.ok()) return status;
  pending_ = {};
  if (base::Status synced = file_.Sync(); !synced) {
    stage_ = Stage::kFailed;
    return synced;
  }
  stage_ = Stage::kFinished;
  return {};
}

base::Status FileWriter::Publish() {
  if (stage_ != Stage::kFinished) {
    return base::Error{base::Code::kIo, path_ + ": was not written whole"};
  }
  if (base::Status placed = file_.Place(); !placed) {
    stage_ = Stage::kFailed;
    return placed;
  }
  claim_.reset();
  return base::SyncFolderOf(path_);
}

}  // namespace orgreg::formats
