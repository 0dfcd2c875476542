// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/target.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/files/file_access.h"
#include "base/files/system_error.h"
#include "store/sqlite/store.h"

namespace orgreg::app {

using base::Code;
using base::Error;
using base::Status;

Target::Target(const std::string& path)
    : path_(path), file_(base::OpenDescriptor(path, O_RDWR)), open_error_(errno) {}

Status Target::CheckIsOpen() const {
  if (exists() || open_error_ == ENOENT) return {};
  TRY(base::CheckFile(path_, base::Access::kReadWrite));
  return base::IoError(path_, open_error_);
}

void Target::Remember() {
  remembered_ = Describe();
  remembered_log_bytes_ = LogBytes();
}

bool Target::IsAsRemembered() const {
  const struct stat now = Describe();
  return now.st_size == remembered_.st_size && now.st_mtim.tv_sec == remembered_.st_mtim.tv_sec &&
         now.st_mtim.tv_nsec == remembered_.st_mtim.tv_nsec && LogBytes() == remembered_log_bytes_;
}

Status Target::GiveOwnerTo(const std::string& path) const {
  const struct stat now = Describe();
  if (chown(path.c_str(), now.st_uid, now.st_gid) != 0) return base::IoError(path, errno);
  if (chmod(path.c_str(), now.st_mode & 07777U) != 0) return base::IoError(path, errno);
  return {};
}

Status Target::Lock() const {
  if (store::LockAlone(file_.number())) return {};
  if (errno != EAGAIN && errno != EACCES) return base::IoError(path_, errno);
  return Error{Code::kUnavailable, "is in use: stop its servers and writers before it is replaced"}
      .At(path_);
}

Status Target::Unlock() const {
  if (store::Unlock(file_.number())) return {};
  return base::IoError(path_, errno);
}

struct stat Target::Describe() const {
  struct stat now = {};
  fstat(file_.number(), &now);
  return now;
}

std::uintmax_t Target::LogBytes() const {
  std::error_code failure;
  const std::uintmax_t bytes = std::filesystem::file_size(path_ + "-wal", failure);
  return failure ? 0 : bytes;
}

}  // namespace orgreg::app
