#include "base/files/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <system_error>
#include <utility>

#include "base/files/sweep_rests.h"

namespace orgreg::base {
namespace {

constexpr int kTries = 100;

Error Refused(const std::string& path, std::string_view action, int reason) {
  return {Code::kIo,
          path + ": " + std::string(action) + ": " + std::generic_category().message(reason)};
}

std::string FolderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

std::string TemporaryName(const std::string& path) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device random;
  std::string name = path + std::string(kPartEnding);
  for (std::size_t digit = 0; digit < kRestDigits; ++digit)
    name.push_back(kLetters[random() % kLetters.size()]);
  return name;
}

std::string PathOfDescriptor(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

// A file without a name; -1 where the file system, or a system without /proc, has none that could
// be given one. `error` is set where any file would fail.
int OpenUnnamed(const std::string& path, mode_t mode, int* error) {
  const int descriptor = ::open(FolderOf(path).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  if (descriptor < 0) {
    const bool is_unknown = errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL;
    *error = is_unknown ? 0 : errno;
    return -1;
  }
  if (::access(PathOfDescriptor(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

// Whoever sweeps may have found the file between its making and its lock.
bool IsStillNamed(int descriptor) {
  struct stat status = {};
  return ::fstat(descriptor, &status) == 0 && status.st_nlink != 0;
}

}  // namespace

Result<NewFile> NewFile::Begin(std::string path, mode_t mode, Naming naming) {
  int error = 0;
  if (naming != Naming::kAtOnce) {
    const int descriptor = OpenUnnamed(path, mode, &error);
    if (descriptor >= 0) return NewFile(std::move(path), descriptor, "");
    if (error != 0) return Refused(path, "cannot be created", error);
  }
  for (int tries = 0; tries < kTries; ++tries) {
    std::string temporary = TemporaryName(path);
    const int descriptor =
        ::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0) return Refused(path, "cannot be created", errno);
    NewFile file(path, descriptor, std::move(temporary));
    if (naming == Naming::kNever) {
      ::unlink(std::exchange(file.temporary_, {}).c_str());
      return file;
    }
    if (MarkAsBeingMade(descriptor) && IsStillNamed(descriptor)) return file;
  }
  return Refused(path, "cannot be created", EEXIST);
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

NewFile& NewFile::operator=(NewFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(temporary_, other.temporary_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string NewFile::working_path() const {
  return temporary_.empty() ? PathOfDescriptor(descriptor_) : temporary_;
}

Status NewFile::Sync() {
  if (::fsync(descriptor_) == 0) return {};
  return Refused(path_, "cannot be synced", errno);
}

// No name can be given in place of another, but a file can be renamed so.
Status NewFile::GiveTemporaryName() {
  if (!temporary_.empty()) return {};
  static_cast<void>(MarkAsBeingMade(descriptor_));
  const std::string from = PathOfDescriptor(descriptor_);
  for (int tries = 0; tries < kTries; ++tries) {
    std::string temporary = TemporaryName(path_);
    if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, temporary.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      temporary_ = std::move(temporary);
      return {};
    }
    if (errno != EEXIST) break;
  }
  return Refused(path_, "cannot be given its name", errno);
}

Status NewFile::Place() {
  TRY(GiveTemporaryName());
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0)
    return Refused(path_, "cannot be renamed", errno);
  temporary_.clear();
  return {};
}

Status NewFile::PlaceAlone() {
  TRY(GiveTemporaryName());
  if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) != 0) {
    if (errno == EEXIST) return Error{Code::kIo, path_ + ": is there already"};
    return Refused(path_, "cannot be renamed", errno);
  }
  temporary_.clear();
  return {};
}

Status SyncFolderOf(const std::string& path) {
  const std::string folder = FolderOf(path);
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return Refused(folder, "cannot be opened", errno);
  const bool is_synced = ::fsync(descriptor) == 0;
  const int reason = errno;
  ::close(descriptor);
  if (is_synced) return {};
  return Refused(path, "its folder cannot be synced", reason);
}

}  // namespace orgreg::base
