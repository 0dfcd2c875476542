// SPDX-License-Identifier: EUPL-1.2

// Whole numbers from 0, each stored in as few bytes as the greatest of them needs: 1, 2, 4 or 8. A
// view of a mapped segment file, unchanging and for any number of threads; reads fail as those of
// an Array do.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "search/file/array.h"
#include "search/file/segment_file.h"

namespace orgreg::search {

class Numbers {
 public:
  // All of them, verified as a whole: each then costs less to read.
  class Verified;

  Numbers() = default;
  explicit Numbers(SectionReader* reader);

  std::size_t size() const { return size_; }
  std::uint64_t operator[](std::size_t index) const {
    if (index >= size_) [[unlikely]] {
      ThrowDamaged();
    }
    return LoadAt(bytes_.Slice(index * width_, width_).data(), width_);
  }
  // The number at the index, and the one after it.
  std::pair<std::uint64_t, std::uint64_t> TwoAt(std::size_t index) const {
    if (size_ < 2 || index > size_ - 2) [[unlikely]] {
      ThrowDamaged();
    }
    const char* const at = bytes_.Slice(index * width_, 2 * width_).data();
    return {LoadAt(at, width_), LoadAt(at + width_, width_)};
  }
  Verified All() const;
  void Prefetch(std::size_t index) const { bytes_.Prefetch(index * width_); }
  // Fills `out` with adjacent numbers, which is faster than reading each.
  void Read(std::size_t first, std::span<std::uint64_t> out) const;

 private:
  static std::uint64_t LoadAt(const char* at, std::size_t width) {
    switch (width) {
      case sizeof(std::uint8_t):
        return Load<std::uint8_t>(at);
      case sizeof(std::uint16_t):
        return Load<std::uint16_t>(at);
      case sizeof(std::uint32_t):
        return Load<std::uint32_t>(at);
      default:
        return Load<std::uint64_t>(at);
    }
  }

  template <typename T>
  static T Load(const char* from) {
    T value = 0;
    std::memcpy(&value, from, sizeof(value));
    return value;
  }

  std::size_t width_ =
      sizeof(std::uint64_t);  // Of a number, in bytes; before the bytes, which set it.
  Array<char> bytes_;
  std::size_t size_ = 0;
};

class Numbers::Verified {
 public:
  explicit Verified(const Numbers& numbers)
      : bytes_(numbers.bytes_.All().data()), width_(numbers.width_), size_(numbers.size_) {}

  std::uint64_t operator[](std::size_t index) const {
    if (index >= size_) [[unlikely]] {
      ThrowDamaged();
    }
    return LoadAt(bytes_ + index * width_, width_);
  }

 private:
  const char* bytes_;
  std::size_t width_;
  std::size_t size_;
};

inline Numbers::Verified Numbers::All() const { return Verified(*this); }

// Writes them as one section.
void WriteNumbers(std::span<const std::uint64_t> numbers, SegmentFileWriter* writer);
void WriteNumbers(std::span<const std::uint32_t> numbers, SegmentFileWriter* writer);

}  // namespace orgreg::search
