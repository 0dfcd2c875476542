// SPDX-License-Identifier: EUPL-1.2

#include "formats/json/nesting.h"

#include "formats/byte_scan.h"

namespace orgreg::formats {
namespace {

// Bit i of the result is the parity of the bits 0 to i: if the input marks quotes, the result has
// ones from each opening quote to just before the closing one.
std::uint64_t PrefixParity(std::uint64_t bits) {
  for (unsigned shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

std::uint64_t LowBits(std::size_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

JsonNesting::Found JsonNesting::Feed(const char* block, std::size_t size) {
  const JsonMasks masks = ScanJsonBlock(block);
  const std::uint64_t quotes = masks.quotes & ~EscapedBytes(masks.backslashes, &escapes_next_);
  const std::uint64_t strings = PrefixParity(quotes) ^ in_string_;
  in_string_ = (strings >> 63) != 0 ? ~std::uint64_t{0} : 0;
  for (std::uint64_t brackets = masks.brackets & ~strings & LowBits(size); brackets != 0;
       brackets &= brackets - 1) {
    const auto at = static_cast<std::size_t>(std::countr_zero(brackets));
    const Found found = Bracket(block[at]);
    if (found == Found::kNothing) continue;
    end_in_block_ = at + 1;
    CountNewlines(masks.newlines & LowBits(end_in_block_));
    return found;
  }
  CountNewlines(masks.newlines & LowBits(size));
  return Found::kNothing;
}

JsonNesting::Found JsonNesting::Bracket(char c) {
  const std::uint64_t is_object = c == '{' || c == '}' ? 1 : 0;
  if (c == '{' || c == '[') {
    if (depth_ == max_depth_) return Found::kTooDeep;
    ++depth_;
    objects_ = objects_ << 1 | is_object;
    return Found::kNothing;
  }
  if (depth_ == 0 || (objects_ & 1) != is_object) return Found::kMismatch;
  objects_ >>= 1;
  return --depth_ == 0 ? Found::kEnd : Found::kNothing;
}

}  // namespace orgreg::formats
