#include "render/cells/quote_marks.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "formats/byte_scan.h"

namespace orgreg::render {
namespace {

using formats::kBlockBytes;

// Which bytes of a block a backslash before them escapes. `carry`: whether the first one is,
// and then whether that of the next block is.
std::uint64_t EscapedBytes(std::uint64_t backslashes, bool* carry) {
  std::uint64_t escaped = *carry ? 1 : 0;
  *carry = false;
  for (; backslashes != 0; backslashes &= backslashes - 1) {
    const int at = std::countr_zero(backslashes);
    if ((escaped >> at & 1) != 0) continue;
    if (at == 63) {
      *carry = true;
    } else {
      escaped |= std::uint64_t{2} << at;
    }
  }
  return escaped;
}

}  // namespace

// Eight at a time, wanted or not: a loop that ends with the last one would be predicted
// wrongly in every block.
inline void QuoteMarks::AddBlock(std::uint32_t offset, std::uint64_t quotes) {
  constexpr std::uint64_t kNeverZero = std::uint64_t{1} << 63;  // Spares a test for each one.
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
  // AddBlock writes offsets of a whole block at once.
  if (offsets_.size() < json.size() + kBlockBytes) offsets_.resize(json.size() + kBlockBytes);
  std::array<char, kBlockBytes> last = {};
  bool carry = false;
  for (std::size_t done = 0; done < json.size(); done += kBlockBytes) {
    const char* block = json.data() + done;
    if (json.size() - done < kBlockBytes) {
      std::memcpy(last.data(), block, json.size() - done);
      block = last.data();
    }
    const formats::JsonMasks masks = formats::ScanJsonBlock(block);
    std::uint64_t quotes = masks.quotes;
    if (masks.backslashes != 0 || carry) {
      has_backslash_ = true;
      quotes &= ~EscapedBytes(masks.backslashes, &carry);
    }
    AddBlock(static_cast<std::uint32_t>(done), quotes);
  }
  return true;
}

}  // namespace orgreg::render
