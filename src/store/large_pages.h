// An allocator for tables that are read at random places: a large block is asked for in pages of
// 2 MiB, where the system gives them. With ordinary pages the processor would look up the page of
// nearly every place in memory too, and the system would hand them out one by one.

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
    // Best effort: without them it takes longer.
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
