// SPDX-License-Identifier: EUPL-1.2

#include "base/files/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <utility>

#include "base/files/folder.h"
#include "base/files/names.h"
#include "base/files/sweep_rests.h"
#include "base/files/system_error.h"

namespace orgreg::base {
namespace {

constexpr int kTries = 100;

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

// A file without a name. It is not open where the file system, or a system without /proc, has none
// that could be given one. `error` is set where any file would fail.
Descriptor OpenUnnamed(const std::string& path, mode_t mode, int* error) {
  Descriptor file(::open(FolderOf(path).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode));
  if (!file.is_open()) {
    const bool is_unknown = errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL;
    *error = is_unknown ? 0 : errno;
    return file;
  }
  return ::access(PathOfDescriptor(file.number()).c_str(), F_OK) == 0 ? std::move(file)
                                                                      : Descriptor();
}

// A sweep may have found the file between its making and its lock.
bool IsStillNamed(int descriptor) {
  struct stat status = {};
  return ::fstat(descriptor, &status) == 0 && status.st_nlink != 0;
}

}  // namespace

Result<NewFile> NewFile::Begin(std::string path, mode_t mode, Naming naming) {
  int error = 0;
  if (naming != Naming::kAtOnce) {
    Descriptor unnamed = OpenUnnamed(path, mode, &error);
    if (unnamed.is_open()) return NewFile(std::move(path), std::move(unnamed), "");
    if (error != 0) return IoError(path, "cannot be created", error);
  }
  for (int tries = 0; tries < kTries; ++tries) {
    std::string temporary = TemporaryName(path);
    Descriptor named(
        ::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!named.is_open() && errno == EEXIST) continue;
    if (!named.is_open()) return IoError(path, "cannot be created", errno);
    NewFile file(path, std::move(named), std::move(temporary));
    if (naming == Naming::kNever) {
      ::unlink(std::exchange(file.temporary_, {}).c_str());
      return file;
    }
    if (MarkAsBeingMade(file.descriptor()) && IsStillNamed(file.descriptor())) return file;
  }
  return IoError(path, "cannot be created", EEXIST);
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::move(other.file_)) {}

NewFile& NewFile::operator=(NewFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(temporary_, other.temporary_);
  std::swap(file_, other.file_);
  return *this;
}

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

std::string NewFile::working_path() const {
  return temporary_.empty() ? PathOfDescriptor(descriptor()) : temporary_;
}

Status NewFile::Sync() {
  if (::fsync(descriptor()) == 0) return {};
  return IoError(path_, "cannot be synced", errno);
}

// The system cannot link a file over another one, but it can rename one over another.
Status NewFile::GiveTemporaryName() {
  if (!temporary_.empty()) return {};
  static_cast<void>(MarkAsBeingMade(descriptor()));
  const std::string from = PathOfDescriptor(descriptor());
  for (int tries = 0; tries < kTries; ++tries) {
    std::string temporary = TemporaryName(path_);
    if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, temporary.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      temporary_ = std::move(temporary);
      return {};
    }
    if (errno != EEXIST) break;
  }
  return IoError(path_, "cannot be given its name", errno);
}

Status NewFile::Place() {
  TRY(GiveTemporaryName());
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0)
    return IoError(path_, "cannot be renamed", errno);
  temporary_.clear();
  return {};
}

Status NewFile::PlaceAlone() {
  TRY(GiveTemporaryName());
  if (!RenameToFree(temporary_, path_)) {
    if (errno == EEXIST) return Error{Code::kIo, path_ + ": is there already"};
    return IoError(path_, "cannot be renamed", errno);
  }
  temporary_.clear();
  return {};
}

}  // namespace orgreg::base
