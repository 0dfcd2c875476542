// SPDX-License-Identifier: EUPL-1.2

#include "base/files/file_access.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/files/folder.h"
#include "base/files/system_error.h"

namespace orgreg::base {
namespace {

std::string UserName(uid_t id) {
  std::array<char, 4096> space = {};
  passwd entry = {};
  passwd* found = nullptr;
  const int failure = getpwuid_r(id, &entry, space.data(), space.size(), &found);
  if (failure != 0 || found == nullptr) return "number " + std::to_string(id);
  return entry.pw_name;
}

std::string ThisUser() { return "the user " + UserName(geteuid()); }

// The reason why the process cannot reach a file by its path.
Error NotReached(const std::string& path, int reason) {
  if (reason == ENOENT) {
    const std::string folder = FolderOf(path);
    struct stat about = {};
    if (stat(folder.c_str(), &about) == 0) return Error{Code::kNotFound, "does not exist"}.At(path);
    return Error{Code::kNotFound, "the folder " + folder + " does not exist"}.At(path);
  }
  if (reason == ENOTDIR) {
    return Error{Code::kNotFound, "a part of the path is a file, not a folder"}.At(path);
  }
  if (reason == EACCES) {
    return Error{Code::kIo, ThisUser() + " may not enter the folder " + FolderOf(path)}.At(path);
  }
  return IoError(path, reason);
}

// The reason why the process may not use an existing file or folder.
Error NotAllowed(const std::string& path, const struct stat& about, const char* deed) {
  if (errno == EROFS) return Error{Code::kIo, "lies on a read-only file system"}.At(path);
  if (errno != EACCES && errno != EPERM) return IoError(path, errno);
  const bool is_own = about.st_uid == geteuid();
  const std::string owner =
      is_own ? "" : "belongs to the user " + UserName(about.st_uid) + ", and ";
  return Error{Code::kIo, owner + ThisUser() + " may not " + deed + " it"}.At(path);
}

}  // namespace

Status CheckFile(const std::string& path, Access access) {
  struct stat about = {};
  if (stat(path.c_str(), &about) != 0) return NotReached(path, errno);
  if (S_ISDIR(about.st_mode)) return Error{Code::kInvalid, "is a folder, not a file"}.At(path);
  if (eaccess(path.c_str(), R_OK) != 0) return NotAllowed(path, about, "read");
  if (access == Access::kReadWrite && eaccess(path.c_str(), W_OK) != 0) {
    return NotAllowed(path, about, "write");
  }
  return {};
}

Status CheckFolderOf(const std::string& path) {
  struct stat about = {};
  const std::string folder = FolderOf(path);
  if (stat(folder.c_str(), &about) != 0) return NotReached(path, errno);
  if (!S_ISDIR(about.st_mode)) {
    return Error{Code::kInvalid, folder + " is a file, not a folder"}.At(path);
  }
  if (eaccess(folder.c_str(), W_OK | X_OK) == 0) return {};
  return NotAllowed(folder, about, "make files in").At(path);
}

Status CheckFolder(const std::string& path) {
  struct stat about = {};
  if (stat(path.c_str(), &about) != 0) return NotReached(path, errno);
  if (!S_ISDIR(about.st_mode)) return Error{Code::kInvalid, "is a file, not a folder"}.At(path);
  if (eaccess(path.c_str(), R_OK | X_OK) != 0) return NotAllowed(path, about, "read");
  return {};
}

}  // namespace orgreg::base
