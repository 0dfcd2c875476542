// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3/source_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/files/system_error.h"

namespace orgreg::blobs {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

}  // namespace

SourceFile::SourceFile(std::string path, base::Descriptor descriptor)
    : path_(std::move(path)), descriptor_(std::move(descriptor)), piece_(kPieceBytes) {}

base::Result<http::Sending> SourceFile::Send(const std::string& path,
                                             std::optional<SourceFile>* file) {
  base::Descriptor opened = base::OpenDescriptor(path, O_RDONLY | O_NONBLOCK);
  struct stat about = {};
  if (!opened.is_open() || ::fstat(opened.number(), &about) != 0)
    return base::OpenError(path, errno);
  *file = SourceFile(path, std::move(opened));
  return http::Sending{.method = "PUT",
                       .body_bytes = static_cast<std::uint64_t>(about.st_size),
                       .next = [file] { return (*file)->Next(); }};
}

base::Result<std::string_view> SourceFile::Next() {
  const ssize_t count = base::ReadSomeAt(descriptor_.number(), piece_, offset_);
  if (count < 0) return base::IoError(path_, "cannot be read", errno);
  offset_ += count;
  return std::string_view(piece_.data(), static_cast<std::size_t>(count));
}

}  // namespace orgreg::blobs
