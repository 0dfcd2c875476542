#include "auth/secrets/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  int get() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

Error Failure(const std::string& path) {
  const Code code = errno == ENOENT ? Code::kNotFound : Code::kIo;
  return Error{code, std::strerror(errno)}.At(path);
}

bool IsServiceCredential(const std::string& path) {
  const char* folder = std::getenv("CREDENTIALS_DIRECTORY");
  if (folder == nullptr || *folder == '\0') return false;
  std::error_code unequal;
  return std::filesystem::equivalent(std::filesystem::path(path).parent_path(), folder, unequal);
}

Status CheckMode(const std::string& path, const struct stat& about) {
  if (!S_ISREG(about.st_mode)) return Error{Code::kInvalid, "is no file"}.At(path);
  const mode_t allowed = IsServiceCredential(path) ? S_IRGRP : 0;
  if ((about.st_mode & (S_IRWXG | S_IRWXO) & ~allowed) == 0) return {};
  return Error{Code::kInvalid, "others than its owner may use this file: chmod 0600"}.At(path);
}

}  // namespace

Result<Secret> ReadPrivateFile(const std::string& path, std::size_t most_bytes) {
  // Without waiting, should it be a pipe.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat about = {};
  if (file.get() < 0 || fstat(file.get(), &about) != 0) return Failure(path);
  TRY(CheckMode(path, about));
  const auto size = static_cast<std::size_t>(about.st_size);
  if (size > most_bytes) return Error{Code::kLimit, "is too large"}.At(path);
  Secret text(size);
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = read(file.get(), text.bytes().data() + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failure(path);
    if (count == 0) return Error{Code::kIo, "was changed while it was read"}.At(path);
    done += static_cast<std::size_t>(count);
  }
  return text;
}

std::string FileMark(const std::string& path) {
  struct stat state = {};
  if (::stat(path.c_str(), &state) != 0) return {};
  std::string mark;
  for (const auto part : {static_cast<long>(state.st_dev), static_cast<long>(state.st_ino),
                          static_cast<long>(state.st_size), state.st_mtim.tv_sec,
                          state.st_mtim.tv_nsec, state.st_ctim.tv_sec, state.st_ctim.tv_nsec}) {
    mark += std::to_string(part) + ":";
  }
  return mark;
}

}  // namespace orgreg::auth
