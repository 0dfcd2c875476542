// The checksums of a mapped segment file: one for each block of 64 KiB, compared when the
// block is first touched, so that a start reads nothing through and damage never becomes an
// answer. Where the file may have changed since, all blocks are compared again. Any number of
// threads.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>

namespace orgreg::search {

// Thrown by a read that meets a block that is not what was written. Any read may, however
// deep inside a search; the Catalog catches it and gives an error (decisions/0007).
class DamagedBlock : public std::exception {
 public:
  const char* what() const noexcept override { return "a block of the segment is damaged"; }
};

// For readers of a segment that meet a place outside of it: what led there was no sound value.
[[noreturn]] void ThrowDamaged();

class BlockGuard {
 public:
  static constexpr std::size_t kBlockBytes = 64 * 1024;

  // `data` begins with the first block; `sums` has one for each block, the last of which
  // may be shorter. Both stay with the caller.
  BlockGuard(std::span<const char> data, std::span<const std::uint64_t> sums, std::uint64_t seed);

  // Before `size` bytes at `at` are read.
  void Touch(const void* at, std::size_t size) const {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(at) - data_.data());
    if (size == 0) return;
    const std::size_t last = (offset + size - 1) / kBlockBytes;
    const std::uint32_t turn = turn_.load(std::memory_order_acquire);
    for (std::size_t block = offset / kBlockBytes; block <= last; ++block) {
      if (sound_[block].load(std::memory_order_relaxed) != turn) Verify(block, turn);
    }
  }

  // From now on each block is compared before it is read, whatever was found before. Also for
  // signal handlers.
  void DistrustAll() const { turn_.fetch_add(1); }

  // Something is known to be missing. Also for signal handlers.
  void MarkDamaged() const { is_damaged_.store(true); }
  // True once that was said, or a read has met a damaged block.
  bool is_damaged() const { return is_damaged_.load(std::memory_order_relaxed); }

  // The checksum of a block: of its bytes, its place and the file it belongs to.
  static std::uint64_t Sum(std::span<const char> block, std::size_t index, std::uint64_t seed);

 private:
  void Verify(std::size_t block, std::uint32_t turn) const;

  std::span<const char> data_;
  std::span<const std::uint64_t> sums_;
  std::uint64_t seed_ = 0;
  mutable std::atomic<std::uint32_t> turn_ = 1;
  std::unique_ptr<std::atomic<std::uint32_t>[]> sound_;  // By block: right in this turn.
  mutable std::atomic<bool> is_damaged_ = false;
};

}  // namespace orgreg::search
