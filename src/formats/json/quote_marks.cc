// SPDX-License-Identifier: EUPL-1.2

#include "formats/json/quote_marks.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "formats/byte_scan.h"

namespace orgreg::formats {

// Writes eight offsets at a time, needed or not: a loop that ends with the last one would be
// mispredicted in every block.
inline void QuoteMarks::AddBlock(std::uint32_t offset, std::uint64_t quotes) {
  constexpr std::uint64_t kNeverZero = std::uint64_t{1} << 63;  // Saves a test for each one.
  const auto found = static_cast<std::size_t>(std::popcount(quotes));
  std::uint32_t* to = offsets_.data() + count_;
  const auto add = [&] {
    *to++ = offset + static_cast<std::uint32_t>(std::countr_zero(quotes | kNeverZero));
    quotes &= quotes - 1;
  };
  for (std::size_t added = 0; added < found; added += 8) {
    add(), add(), add(), add();
    add(), add(), add(), add();
  }
  count_ += found;
}

bool QuoteMarks::Find(std::string_view json) {
  count_ = 0;
  has_backslash_ = false;
  if (json.size() > std::numeric_limits<std::uint32_t>::max()) return false;
  // AddBlock writes the offsets of a whole block at once.
  if (offsets_.size() < json.size() + kBlockBytes) offsets_.resize(json.size() + kBlockBytes);
  std::array<char, kBlockBytes> last = {};
  bool carry = false;
  for (std::size_t done = 0; done < json.size(); done += kBlockBytes) {
    const char* block = json.data() + done;
    if (json.size() - done < kBlockBytes) {
      std::memcpy(last.data(), block, json.size() - done);
      block = last.data();
    }
    const JsonMasks masks = ScanJsonBlock(block);
    std::uint64_t quotes = masks.quotes;
    if (masks.backslashes != 0 || carry) {
      has_backslash_ = true;
      quotes &= ~EscapedBytes(masks.backslashes, &carry);
    }
    AddBlock(static_cast<std::uint32_t>(done), quotes);
  }
  return true;
}

}  // namespace orgreg::formats
