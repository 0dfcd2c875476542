#include "store/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/files/file_access.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Status;

// What the system refuses, in plain words where they can be found.
Error Failure(const std::string& path) {
  const int reason = errno;
  if (reason == EEXIST) return Error{Code::kIo, "is there already"}.At(path);
  TRY(base::CheckFolderOf(path));
  return Error{Code::kIo, std::strerror(reason)}.At(path);
}

Status Sync(const std::string& path, int flags) {
  const int file = open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) return Failure(path);
  const bool synced = fsync(file) == 0;
  const int reason = errno;
  close(file);
  errno = reason;
  if (!synced) return Failure(path);
  return {};
}

}  // namespace

Status SyncFolderOf(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  return Sync(parent.empty() ? "." : parent.string(), O_RDONLY | O_DIRECTORY);
}

Status CreateFile(const std::string& path) {
  const int file = open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0 && errno == EEXIST) return {};
  if (file < 0) return Failure(path);
  close(file);
  return SyncFolderOf(path);
}

}  // namespace orgreg::store
