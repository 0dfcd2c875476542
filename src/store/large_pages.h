// SPDX-License-Identifier: EUPL-1.2

// An allocator for tables that are read at random places: a large block gets pages of 2 MiB, if the
// system has them. With ordinary pages the processor would also look up the page of nearly every
// access in memory, and the system would provide them one by one.

#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace orgreg::store {

template <typename T>
struct LargePages {
  using value_type = T;

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* const block = ::operator new(bytes, AlignmentOf(bytes));
    // Best effort: without large pages it takes longer.
    if (bytes >= kPageBytes) madvise(block, bytes, MADV_HUGEPAGE);
    return static_cast<T*>(block);
  }

  void deallocate(T* block, std::size_t count) {
    ::operator delete(block, AlignmentOf(count * sizeof(T)));
  }

  friend bool operator==(const LargePages&, const LargePages&) { return true; }

 private:
  static constexpr std::size_t kPageBytes = std::size_t{2} << 20;

  static std::align_val_t AlignmentOf(std::size_t bytes) {
    return std::align_val_t(bytes < kPageBytes ? alignof(std::max_align_t) : kPageBytes);
  }
};

}  // namespace orgreg::store
