// SPDX-License-Identifier: EUPL-1.2

#include "search/file/block_guard.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

namespace orgreg::search {

BlockGuard::BlockGuard(std::span<const char> data, std::span<const std::uint64_t> sums,
                       std::uint64_t seed)
    : data_(data),
      sums_(sums),
      seed_(seed),
      sound_(std::make_unique<std::atomic<std::uint32_t>[]>(sums.size())) {}

std::uint64_t BlockGuard::Sum(std::span<const char> block, std::size_t index, std::uint64_t seed) {
  return Seeded(XXH3_64bits_withSeed(block.data(), block.size(), index * 0x9E3779B97F4A7C15U),
                seed);
}

void ThrowDamaged() { throw DamagedBlock(); }

void BlockGuard::Verify(std::size_t block, std::uint32_t turn) const {
  const std::size_t first = block * kBlockBytes;
  const std::size_t size = std::min(kBlockBytes, data_.size() - first);
  if (Sum(data_.subspan(first, size), block, seed_) != sums_[block]) {
    is_damaged_.store(true, std::memory_order_relaxed);
    ThrowDamaged();
  }
  sound_[block].store(turn, std::memory_order_relaxed);
}

}  // namespace orgreg::search
