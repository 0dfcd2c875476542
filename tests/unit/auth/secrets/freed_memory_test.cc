// SPDX-License-Identifier: EUPL-1.2

#include "auth/secrets/freed_memory.h"

#include <gtest/gtest.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace orgreg::auth {
namespace {

// The address of the bytes, as a number that the compiler cannot reason about.
std::uintptr_t PlaceOf(const void* bytes) {
  auto place = reinterpret_cast<std::uintptr_t>(bytes);
  asm volatile("" : "+r"(place) : : "memory");
  return place;
}

// Whether some of the bytes written by `use` remain after it has freed them; `use` returns their
// address. False if a sanitizer has its own allocator and nothing is promised.
template <typename Use>
bool AreLeft(Use use, std::size_t size) {
  if (!CanWipeFreedMemory()) return false;
  // Allocated before, so that it does not get the memory under test.
  std::string bytes(size, '\0');
  const iovec from = {.iov_base = reinterpret_cast<void*>(use()), .iov_len = size};
  const iovec into = {.iov_base = bytes.data(), .iov_len = size};
  // The kernel reads it, since the memory is not ours. It fails if the memory is unmapped.
  static_cast<void>(process_vm_readv(getpid(), &into, 1, &from, 1, 0));
  // Four in a row: the allocator's own links in freed memory are random, so that they may hold one.
  return bytes.find("\x2a\x2a\x2a\x2a") != std::string::npos;
}

class FreedMemory : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override { WipeFreedMemory(); }
};

TEST_P(FreedMemory, OfStringsIsOverwritten) {
  const std::size_t size = GetParam();
  const auto use = [size] {
    const std::string text(size, '\x2a');
    return PlaceOf(text.data());
  };
  EXPECT_FALSE(AreLeft(use, size));
}

// A growing string frees its old memory.
TEST_P(FreedMemory, OfAStringThatGrewIsOverwritten) {
  const std::size_t size = GetParam();
  std::string text(size, '\x2a');
  const auto use = [&text, size] {
    const std::uintptr_t before = PlaceOf(text.data());
    text.append(3 * size, 'x');
    return before;
  };
  EXPECT_FALSE(AreLeft(use, size));
}

TEST_P(FreedMemory, OfArraysAndAlignedBlocksIsOverwritten) {
  const std::size_t size = GetParam();
  const auto array = [size] {
    const auto bytes = std::make_unique<char[]>(size);
    std::memset(bytes.get(), '\x2a', size);
    return PlaceOf(bytes.get());
  };
  EXPECT_FALSE(AreLeft(array, size));
  const auto aligned = [size] {
    void* const bytes = ::operator new(size, std::align_val_t(64));
    std::memset(bytes, '\x2a', size);
    const std::uintptr_t place = PlaceOf(bytes);
    ::operator delete(bytes, std::align_val_t(64));
    return place;
  };
  EXPECT_FALSE(AreLeft(aligned, size));
}

// About the sizes that an allocator's list, an arena and a separate mapping serve; the last ones
// are freed page by page.
INSTANTIATE_TEST_SUITE_P(Sizes, FreedMemory,
                         testing::Values(24, 1'000, 2'000, 100'000, 3'000'000, 4'194'304,
                                         10'000'001));

// A short string keeps its text in the frame.
[[gnu::noinline]] std::uintptr_t WriteDeepInTheStack() {
  std::array<char, 20'000> deep = {};
  std::memset(deep.data(), '\x2a', deep.size());
  return PlaceOf(deep.data());
}

TEST(Stack, IsOverwrittenBelowTheCaller) {
  WipeFreedMemory();
  const auto use = [] {
    const std::uintptr_t deep = WriteDeepInTheStack();
    WipeUnusedStack();
    return deep;
  };
  EXPECT_FALSE(AreLeft(use, 20'000));
}

TEST(FreedMemoryOfNothing, IsNothing) {
  WipeFreedMemory();
  ::operator delete(nullptr);
  ::operator delete[](static_cast<void*>(nullptr));
}

}  // namespace
}  // namespace orgreg::auth
