// SPDX-License-Identifier: EUPL-1.2

#include "auth/secrets/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/files/descriptor.h"
#include "base/files/system_error.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

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
  const base::Descriptor file = base::OpenDescriptor(path, O_RDONLY | O_NONBLOCK);
  struct stat about = {};
  if (!file.is_open() || fstat(file.number(), &about) != 0) return base::OpenError(path, errno);
  TRY(CheckMode(path, about));
  const auto size = static_cast<std::size_t>(about.st_size);
  if (size > most_bytes) return Error{Code::kLimit, "is too large"}.At(path);
  Secret text(size);
  auto* const bytes = reinterpret_cast<char*>(text.bytes().data());
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = base::ReadSome(file.number(), {bytes + done, size - done});
    if (count < 0) return base::OpenError(path, errno);
    if (count == 0) return Error{Code::kIo, "was changed while it was read"}.At(path);
    done += static_cast<std::size_t>(count);
  }
  return text;
}

}  // namespace orgreg::auth
