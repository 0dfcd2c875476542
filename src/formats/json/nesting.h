// SPDX-License-Identifier: EUPL-1.2

// Follows strings and brackets through JSON text, a block at a time, to find the end of a value
// that begins with a bracket. Checks nothing else: the text between brackets may be invalid.
// Internal to formats/; one thread.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace orgreg::formats {

class JsonNesting {
 public:
  static constexpr unsigned kMaxDepth = 64;

  enum class Found { kNothing, kEnd, kMismatch, kTooDeep };

  // `max_depth` at most kMaxDepth.
  explicit JsonNesting(unsigned max_depth) : max_depth_(max_depth) {}

  // Scans the first `size` bytes of `block`, of which kBlockBytes are readable. Only the last block
  // may have fewer than kBlockBytes.
  Found Feed(const char* block, std::size_t size);

  // After kEnd: the bytes of the last block that belong to the value.
  std::size_t end_in_block() const { return end_in_block_; }
  // The number of line breaks in the value so far.
  std::uint64_t newlines() const { return newlines_; }

 private:
  Found Bracket(char c);
  void CountNewlines(std::uint64_t bits) {
    newlines_ += static_cast<std::uint64_t>(std::popcount(bits));
  }

  unsigned max_depth_;
  unsigned depth_ = 0;
  std::uint64_t objects_ = 0;    // the open brackets, innermost lowest: 1 for {, 0 for [
  std::uint64_t in_string_ = 0;  // all ones if a string continues in the next block
  bool escapes_next_ = false;    // the last block ended in an escaping backslash
  std::size_t end_in_block_ = 0;
  std::uint64_t newlines_ = 0;
};

}  // namespace orgreg::formats
