// SPDX-License-Identifier: EUPL-1.2

#include "auth/secrets/freed_memory.h"

#include <malloc.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace orgreg::auth {
namespace {

constinit std::atomic<bool> wipes = false;

// Twice what the operations on numbers were seen to use (31 KiB).
constexpr std::size_t kStackBytes = std::size_t{64} << 10;

// A frame that covers those of the calls before it.
[[gnu::noinline]] void CoverStack() {
  std::array<char, kStackBytes> below;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  explicit_bzero(below.data(), below.size());
}

}  // namespace

void WipeFreedMemory() { wipes.store(true, std::memory_order_relaxed); }

void WipeUnusedStack() {
  if (wipes.load(std::memory_order_relaxed)) CoverStack();
}

#ifdef ORGREG_SANITIZED

bool CanWipeFreedMemory() { return false; }

}  // namespace orgreg::auth

#else

bool CanWipeFreedMemory() { return true; }

namespace {

constexpr std::uintptr_t kPageBytes = 4096;
// The size of the largest blocks that the allocator keeps (app/serve/serve.cc).
constexpr std::size_t kLargeBytes = std::size_t{4} << 20;

// The allocator gives pages of so large a block back to the system, and here it is done a moment
// earlier: pages that were never used are not touched for it.
void WipeLarge(char* begin, std::size_t size) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::size_t head = (kPageBytes - address % kPageBytes) % kPageBytes;
  const std::size_t pages = (size - head) / kPageBytes * kPageBytes;
  if (madvise(begin + head, pages, MADV_DONTNEED) != 0) return explicit_bzero(begin, size);
  explicit_bzero(begin, head);
  explicit_bzero(begin + head + pages, size - head - pages);
}

void Free(void* block) noexcept {
  if (block != nullptr && wipes.load(std::memory_order_relaxed)) {
    const std::size_t size = malloc_usable_size(block);
    if (size < kLargeBytes) {
      explicit_bzero(block, size);
    } else {
      WipeLarge(static_cast<char*>(block), size);
    }
  }
  std::free(block);  // NOLINT(cppcoreguidelines-no-malloc): this is operator delete.
}

}  // namespace
}  // namespace orgreg::auth

// The forms that all others of the standard library call. operator new stays what it is: malloc
// and aligned_alloc.
void operator delete(void* block) noexcept { orgreg::auth::Free(block); }
void operator delete(void* block, std::size_t) noexcept { orgreg::auth::Free(block); }
void operator delete(void* block, std::align_val_t) noexcept { orgreg::auth::Free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  orgreg::auth::Free(block);
}

#endif
