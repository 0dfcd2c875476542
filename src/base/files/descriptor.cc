// SPDX-License-Identifier: EUPL-1.2

#include "base/files/descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace orgreg::base {
namespace {

// Repeats a call until no signal interrupts it.
template <typename Call>
ssize_t Uninterrupted(Call call) {
  while (true) {
    const ssize_t count = call();
    if (count >= 0 || errno != EINTR) return count;
  }
}

// `write_some` writes the beginning of what is left of the bytes.
template <typename WriteSome>
bool WriteAllBy(WriteSome write_some, std::string_view* bytes) {
  while (!bytes->empty()) {
    const ssize_t count = Uninterrupted(write_some);
    if (count < 0) return false;
    bytes->remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::string MarkOf(const struct stat& file) {
  if (!S_ISREG(file.st_mode)) return {};
  std::string mark;
  for (const auto part : {static_cast<long>(file.st_dev), static_cast<long>(file.st_ino),
                          static_cast<long>(file.st_size), file.st_mtim.tv_sec,
                          file.st_mtim.tv_nsec, file.st_ctim.tv_sec, file.st_ctim.tv_nsec}) {
    mark += std::to_string(part) + ":";
  }
  return mark;
}

}  // namespace

Descriptor::~Descriptor() {
  const int reason = errno;
  if (number_ >= 0) ::close(number_);
  errno = reason;
}

Descriptor OpenDescriptor(const std::string& path, int flags) {
  return Descriptor(::open(path.c_str(), flags | O_CLOEXEC));
}

ssize_t ReadSome(int descriptor, std::span<char> into) {
  return Uninterrupted([&] { return ::read(descriptor, into.data(), into.size()); });
}

ssize_t ReadSomeAt(int descriptor, std::span<char> into, off_t offset) {
  return Uninterrupted([&] { return ::pread(descriptor, into.data(), into.size(), offset); });
}

bool WriteAll(int descriptor, std::string_view bytes) {
  return WriteAllBy([&] { return ::write(descriptor, bytes.data(), bytes.size()); }, &bytes);
}

bool WriteAllAt(int descriptor, std::string_view bytes, off_t offset) {
  const auto end = offset + static_cast<off_t>(bytes.size());
  const auto write_some = [&] {
    const auto left = static_cast<off_t>(bytes.size());
    return ::pwrite(descriptor, bytes.data(), bytes.size(), end - left);
  };
  return WriteAllBy(write_some, &bytes);
}

bool IsNamed(int descriptor, const std::string& path) {
  struct stat opened = {};
  struct stat named = {};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

std::string MarkOf(int descriptor) {
  struct stat file = {};
  return ::fstat(descriptor, &file) == 0 ? MarkOf(file) : "";
}

std::string MarkOf(const std::string& path) {
  struct stat file = {};
  return ::stat(path.c_str(), &file) == 0 ? MarkOf(file) : "";
}

}  // namespace orgreg::base
