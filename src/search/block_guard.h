// The checksums of a mapped segment file: one for each block of 64 KiB, compared when the
// block is first touched, so that a start reads nothing through and damage never becomes an
// answer. Any number of threads.

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
    for (std::size_t block = offset / kBlockBytes; block <= last; ++block) {
      if (!sound_[block].load(std::memory_order_relaxed)) Verify(block);
    }
  }

  // True once a read has met a damaged block.
  bool is_damaged() const { return is_damaged_.load(std::memory_order_relaxed); }

  // The checksum of a block: of its bytes, its place and the file it belongs to.
  static std::uint64_t Sum(std::span<const char> block, std::size_t index, std::uint64_t seed);

 private:
  void Verify(std::size_t block) const;

  std::span<const char> data_;
  std::span<const std::uint64_t> sums_;
  std::uint64_t seed_ = 0;
  std::unique_ptr<std::atomic<bool>[]> sound_;  // By block: compared and right.
  mutable std::atomic<bool> is_damaged_ = false;
};

}  // namespace orgreg::search
