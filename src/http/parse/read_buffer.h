// SPDX-License-Identifier: EUPL-1.2

// The bytes a connection has received and not yet used, contiguous. Small while idle, since
// there are many connections; it grows with a long request and is small again after it.
// Bytes that were used or moved are overwritten, since a path or a body may hold a secret. Views
// into it hold until the next MakeRoom or Consume.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace orgreg::http {

class ReadBuffer {
 public:
  std::string_view unread() const { return {data_.get() + begin_, end_ - begin_}; }
  bool empty() const { return begin_ == end_; }

  // Space for the next bytes, at least so many. Moves the unread bytes if that makes it.
  std::span<char> MakeRoom(std::size_t least = kInitialBytes / 2) {
    if (capacity_ - end_ < least) Rearrange(least);
    return {data_.get() + end_, capacity_ - end_};
  }

  // So many bytes were written into what MakeRoom gave.
  void Commit(std::size_t size) { end_ += size; }

  // The first bytes are used.
  void Consume(std::size_t size) {
    if (size > 0) explicit_bzero(data_.get() + begin_, size);
    begin_ += size;
    if (begin_ < end_) return;
    begin_ = end_ = 0;
    if (capacity_ > kKeptBytes) Reallocate(kInitialBytes);
  }

  void Clear() { Consume(end_ - begin_); }

 private:
  // Ordinary heads fit; the cost of an idle connection stays far below 16 KiB.
  static constexpr std::size_t kInitialBytes = 4096;
  static constexpr std::size_t kKeptBytes = 16 * 1024;

  void Rearrange(std::size_t least) {
    const std::size_t size = end_ - begin_;
    if (size <= capacity_ / 2 && size + least <= capacity_) {
      std::copy(data_.get() + begin_, data_.get() + end_, data_.get());
      explicit_bzero(data_.get() + size, end_ - size);
      begin_ = 0;
      end_ = size;
    } else {
      Reallocate(std::max({kInitialBytes, capacity_ * 2, size + least}));
    }
  }

  void Reallocate(std::size_t capacity) {
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    std::copy(data_.get() + begin_, data_.get() + end_, larger.get());
    data_ = std::move(larger);
    end_ -= begin_;
    begin_ = 0;
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> data_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace orgreg::http
