// SPDX-License-Identifier: EUPL-1.2

#include "base/files/names.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace orgreg::base {

bool Exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

bool IsTaken(const std::string& path) {
  struct stat about = {};
  return lstat(path.c_str(), &about) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

bool RenameToFree(const std::string& from, const std::string& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  // A file system or a kernel that does not know this way of renaming.
  if (errno != EINVAL && errno != ENOSYS) return false;
  if (IsTaken(to)) {
    errno = EEXIST;
    return false;
  }
  return std::rename(from.c_str(), to.c_str()) == 0;
}

}  // namespace orgreg::base
