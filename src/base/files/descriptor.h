// SPDX-License-Identifier: EUPL-1.2

// An open file of the system, which is closed with the object, and the calls that go on where a
// signal interrupts them. Where one of these fails, errno says why (system_error.h makes an Error
// of it). A Descriptor belongs to one thread at a time; the functions are safe from any.

#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace orgreg::base {

class Descriptor {
 public:
  // Not open.
  Descriptor() = default;
  // What open(2) gave, -1 included.
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  // Leaves errno as it is.
  ~Descriptor();

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_ = -1;
};

// Opens an existing file or folder; the descriptor is not inherited by other programs.
Descriptor OpenDescriptor(const std::string& path, int flags);

// As read(2) and pread(2): the number of bytes, 0 at the end, -1 after an error.
ssize_t ReadSome(int descriptor, std::span<char> into);
ssize_t ReadSomeAt(int descriptor, std::span<char> into, off_t offset);
// False after an error; some of the bytes may be written then.
bool WriteAll(int descriptor, std::string_view bytes);
bool WriteAllAt(int descriptor, std::string_view bytes, off_t offset);

// `path` is a name of the open file itself, not of a link to it. False where this is not known.
bool IsNamed(int descriptor, const std::string& path);

// A text that differs whenever the file was replaced or written. Empty where there is no regular
// file.
std::string MarkOf(int descriptor);
std::string MarkOf(const std::string& path);

}  // namespace orgreg::base
