// SPDX-License-Identifier: EUPL-1.2

#include "store/files.h"

#include <fcntl.h>

#include <cerrno>

#include "base/files/descriptor.h"
#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/system_error.h"

namespace orgreg::store {
namespace {

using base::Error;
using base::Status;

// Explains the refusal of the system, in plain words if possible.
Error Failure(const std::string& path) {
  const int reason = errno;
  TRY(base::CheckFolderOf(path));
  return base::IoError(path, reason);
}

}  // namespace

Status CreateFile(const std::string& path) {
  const base::Descriptor file(open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600));
  if (!file.is_open() && errno == EEXIST) return {};
  if (!file.is_open()) return Failure(path);
  return base::SyncFolderOf(path);
}

}  // namespace orgreg::store
