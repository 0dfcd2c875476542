// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/text_order.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace orgreg::search {
namespace {

constexpr std::size_t kStep = sizeof(std::uint64_t);
// After this many common bytes, texts are compared directly: steps are for texts that soon differ.
constexpr std::size_t kMostStepped = 16 * kStep;

// A text's index with eight of its bytes next to it, so that most comparisons do not read the text
// itself, which is elsewhere in memory.
struct Keyed {
  std::uint64_t bytes = 0;
  std::uint32_t place = 0;
};

// The bytes from `depth` as a number that compares as they do; padded with zeros.
std::uint64_t BytesAt(std::string_view text, std::size_t depth) {
  if (depth >= text.size()) return 0;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text.data() + depth, std::min(kStep, text.size() - depth));
  static_assert(std::endian::native == std::endian::little);
  return __builtin_bswap64(bytes);
}

// Sorts texts that have the first `depth` bytes in common.
void SortFrom(std::span<const std::string_view> texts, std::size_t depth, std::span<Keyed> keyed) {
  if (depth >= kMostStepped) {
    std::ranges::sort(keyed, [&](const Keyed& a, const Keyed& b) {
      const int order = texts[a.place].compare(texts[b.place]);
      return order != 0 ? order < 0 : a.place < b.place;
    });
    return;
  }
  for (Keyed& key : keyed) key.bytes = BytesAt(texts[key.place], depth);
  std::ranges::sort(keyed, {}, &Keyed::bytes);
  const std::size_t reached = depth + kStep;
  for (auto run = keyed.begin(); run != keyed.end();) {
    const auto end =
        std::find_if(run, keyed.end(), [&](const Keyed& key) { return key.bytes != run->bytes; });
    if (end - run > 1) {
      // A zero may be a byte or padding: among texts that end here the shorter is less.
      const auto longer = std::partition(
          run, end, [&](const Keyed& key) { return texts[key.place].size() <= reached; });
      std::sort(run, longer, [&](const Keyed& a, const Keyed& b) {
        const std::size_t size_a = texts[a.place].size();
        const std::size_t size_b = texts[b.place].size();
        return size_a != size_b ? size_a < size_b : a.place < b.place;
      });
      if (end - longer > 1) SortFrom(texts, reached, {longer, end});
    }
    run = end;
  }
}

}  // namespace

std::vector<std::uint32_t> OrderOf(std::span<const std::string_view> texts) {
  std::vector<Keyed> keyed(texts.size());
  for (std::size_t place = 0; place < texts.size(); ++place)
    keyed[place].place = static_cast<std::uint32_t>(place);
  SortFrom(texts, 0, keyed);
  std::vector<std::uint32_t> order;
  order.reserve(keyed.size());
  for (const Keyed& key : keyed) order.push_back(key.place);
  return order;
}

}  // namespace orgreg::search
