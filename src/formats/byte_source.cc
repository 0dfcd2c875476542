// SPDX-License-Identifier: EUPL-1.2

#include "formats/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/files/descriptor.h"
#include "base/files/file_access.h"
#include "base/files/system_error.h"

namespace orgreg::formats {

using base::Code;
using base::Error;
using base::Result;

Result<std::size_t> MemorySource::Read(std::span<char> into) {
  const std::size_t count = std::min(into.size(), rest_.size());
  rest_.copy(into.data(), count);
  rest_.remove_prefix(count);
  return count;
}

Result<std::unique_ptr<FileSource>> FileSource::Open(const std::string& path) {
  const bool is_standard_input = path == "-";
  const int descriptor =
      is_standard_input ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    const int reason = errno;
    TRY(base::CheckFile(path, base::Access::kRead));
    return base::IoError(path, reason);
  }
  std::unique_ptr<FileSource> source(
      new FileSource(is_standard_input ? "standard input" : path, descriptor));
  struct stat status = {};
  const bool is_known = fstat(descriptor, &status) == 0;
  if (is_known && S_ISDIR(status.st_mode)) {
    return Error{Code::kInvalid, "is a folder, not a file"}.At(path);
  }
  if (is_known && S_ISREG(status.st_mode)) {
    source->size_ = static_cast<std::uint64_t>(status.st_size);
    // Only a hint; if the system refuses it, only speed is lost.
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
  }
  return source;
}

FileSource::~FileSource() {
  if (descriptor_ != STDIN_FILENO) close(descriptor_);
}

Result<std::size_t> FileSource::Read(std::span<char> into) {
  if (!peeked_.empty()) {
    const std::size_t count = std::min(into.size(), peeked_.size());
    peeked_.copy(into.data(), count);
    peeked_.erase(0, count);
    consumed_ += count;
    return count;
  }
  const auto count = ReadDescriptor(into);
  if (count) consumed_ += *count;
  return count;
}

Result<std::string_view> FileSource::Peek() {
  while (peeked_.size() < kPeekBytes) {
    std::array<char, kPeekBytes> more = {};
    const auto count = TRY(ReadDescriptor(std::span(more).first(kPeekBytes - peeked_.size())));
    if (count == 0) break;
    peeked_.append(more.data(), count);
  }
  return std::string_view(peeked_);
}

Result<std::size_t> FileSource::ReadDescriptor(std::span<char> into) const {
  const ssize_t count = base::ReadSome(descriptor_, into);
  if (count < 0) return base::IoError(path_, errno);
  return static_cast<std::size_t>(count);
}

bool BeginsAsGzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

Result<OpenedSource> OpenSource(const std::string& path, GzipLimits limits) {
  auto file = TRY(FileSource::Open(path));
  OpenedSource opened{.file = std::move(file), .unpacked = nullptr};
  const auto first = TRY(opened.file->Peek());
  if (BeginsAsGzip(first)) {
    opened.unpacked = std::make_unique<GzipSource>(opened.file.get(), limits);
  }
  return opened;
}

}  // namespace orgreg::formats
