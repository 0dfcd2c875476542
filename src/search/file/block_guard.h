// SPDX-License-Identifier: EUPL-1.2

// The checksums of a mapped segment file, one for each block of 64 KiB. A block is verified when it
// is first read, so that a start does not read the whole file and damage never becomes an answer.
// If the file may have changed since, all blocks are verified again. Any number of threads.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>

namespace orgreg::search {

// Thrown by a read of a damaged block. Any read may throw it, however deep inside a search; the
// Catalog catches it and returns an error (decisions/0007).
class DamagedBlock : public std::exception {
 public:
  const char* what() const noexcept override { return "a block of the segment is damaged"; }
};

// For readers of a segment that get an index outside of it, which must come from a damaged value.
[[noreturn]] void ThrowDamaged();

class BlockGuard {
 public:
  static constexpr std::size_t kBlockBytes = 64 * 1024;

  // `data` begins with the first block; `sums` has one checksum for each block, the last of which
  // may be shorter. The caller keeps both alive.
  BlockGuard(std::span<const char> data, std::span<const std::uint64_t> sums, std::uint64_t seed);

  // Called before `size` bytes at `at` are read.
  void Touch(const void* at, std::size_t size) const {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(at) - data_.data());
    if (size == 0) return;
    const std::size_t last = (offset + size - 1) / kBlockBytes;
    const std::uint32_t turn = turn_.load(std::memory_order_acquire);
    for (std::size_t block = offset / kBlockBytes; block <= last; ++block) {
      if (sound_[block].load(std::memory_order_relaxed) != turn) Verify(block, turn);
    }
  }

  // From now on each block is verified again before it is read. Signal handlers may call it.
  void DistrustAll() const { turn_.fetch_add(1); }

  // Records that a part of the file is missing. Signal handlers may call it.
  void MarkDamaged() const { is_damaged_.store(true); }
  // True after MarkDamaged, or after a read of a damaged block.
  bool is_damaged() const { return is_damaged_.load(std::memory_order_relaxed); }

  // The checksum of a block: of its bytes, its index and the file that it belongs to.
  static std::uint64_t Sum(std::span<const char> block, std::size_t index, std::uint64_t seed);
  // The checksum of a block from that with seed 0, when the seed becomes known after the block.
  static std::uint64_t Seeded(std::uint64_t sum, std::uint64_t seed) { return sum ^ seed; }

 private:
  void Verify(std::size_t block, std::uint32_t turn) const;

  std::span<const char> data_;
  std::span<const std::uint64_t> sums_;
  std::uint64_t seed_ = 0;
  mutable std::atomic<std::uint32_t> turn_ = 1;
  std::unique_ptr<std::atomic<std::uint32_t>[]> sound_;  // By block: the turn of its verification.
  mutable std::atomic<bool> is_damaged_ = false;
};

}  // namespace orgreg::search
