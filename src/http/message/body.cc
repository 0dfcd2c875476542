// SPDX-License-Identifier: EUPL-1.2

#include "http/message/body.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/files/system_error.h"

namespace orgreg::http {

// Not blocking, so that a pipe put under the name does not hold up its reader.
base::Result<std::shared_ptr<const OpenFile>> OpenFile::Open(const std::string& path) {
  base::Descriptor file = base::OpenDescriptor(path, O_RDONLY | O_NONBLOCK);
  struct stat info = {};
  if (!file.is_open() || ::fstat(file.number(), &info) != 0) return base::SystemError(path, errno);
  if (!S_ISREG(info.st_mode)) return base::Error{base::Code::kIo, path + ": not a regular file"};
  return std::shared_ptr<const OpenFile>(
      new OpenFile(std::move(file), static_cast<std::uint64_t>(info.st_size)));
}

// Only a hint: where it fails, the part is read when it is sent.
void OpenFile::ReadAhead(std::uint64_t offset_bytes, std::uint64_t size_bytes) const {
  ::posix_fadvise(descriptor(), static_cast<off_t>(offset_bytes), static_cast<off_t>(size_bytes),
                  POSIX_FADV_WILLNEED);
}

}  // namespace orgreg::http
