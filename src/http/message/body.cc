#include "http/message/body.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/files/system_error.h"

namespace orgreg::http {
// Not blocking, so that a pipe put under the name does not hold up whoever opens it.
base::Result<std::shared_ptr<const OpenFile>> OpenFile::Open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return base::SystemError(path, errno);
  struct stat info = {};
  const int failure = ::fstat(descriptor, &info) != 0 ? errno : 0;
  if (failure != 0 || !S_ISREG(info.st_mode)) {
    ::close(descriptor);
    if (failure != 0) return base::SystemError(path, failure);
    return base::Error{base::Code::kIo, path + ": not a regular file"};
  }
  return std::shared_ptr<const OpenFile>(
      new OpenFile(descriptor, static_cast<std::uint64_t>(info.st_size)));
}

// Only a hint: where it fails, the part is read when it is sent.
void OpenFile::ReadAhead(std::uint64_t offset_bytes, std::uint64_t size_bytes) const {
  ::posix_fadvise(descriptor_, static_cast<off_t>(offset_bytes), static_cast<off_t>(size_bytes),
                  POSIX_FADV_WILLNEED);
}

OpenFile::~OpenFile() { ::close(descriptor_); }

}  // namespace orgreg::http
