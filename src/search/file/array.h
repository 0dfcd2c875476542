// SPDX-License-Identifier: EUPL-1.2

// An array of values in a mapped segment file. A view: it lives as long as the file. The first read
// of a block verifies it. A read throws DamagedBlock if the block is damaged, or if it is outside
// the array, because its index then came from damage. Unchanging: any number of threads.

#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include "search/file/block_guard.h"

namespace orgreg::search {

template <typename T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() = default;
  Array(std::span<const T> values, const BlockGuard* guard) : values_(values), guard_(guard) {}

  std::size_t size() const { return values_.size(); }
  const T& operator[](std::size_t index) const {
    if (index >= values_.size()) [[unlikely]] {
      ThrowDamaged();
    }
    guard_->Touch(&values_[index], sizeof(T));
    return values_[index];
  }
  // Asks the processor for a value that will be read soon, which takes no time and reads nothing.
  void Prefetch(std::size_t index) const {
    if (index < values_.size()) __builtin_prefetch(&values_[index]);
  }
  std::span<const T> Slice(std::size_t first, std::size_t count) const {
    if (first > values_.size() || count > values_.size() - first) [[unlikely]] {
      ThrowDamaged();
    }
    const std::span<const T> slice = values_.subspan(first, count);
    guard_->Touch(slice.data(), slice.size_bytes());
    return slice;
  }
  std::span<const T> All() const { return Slice(0, size()); }

 private:
  std::span<const T> values_;
  const BlockGuard* guard_ = nullptr;
};

}  // namespace orgreg::search
