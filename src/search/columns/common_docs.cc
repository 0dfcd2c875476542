// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/common_docs.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

namespace orgreg::search {
namespace {

// A list that is longer by this factor is searched; a shorter one is read through the table.
constexpr std::size_t kSearchRatio = 64;
// Below this share of the list, documents are searched in it without a table.
constexpr std::size_t kFewShare = 16;

// A table has at least so many bits for each document, so that few others pass by chance; and no
// more bits than the processor's caches hold.
constexpr std::size_t kBitsPerDoc = 64;
constexpr std::size_t kLeastBits = std::size_t{1} << 12;
constexpr std::size_t kMostBits = std::size_t{1} << 20;

// Calls `visit` with the place in the longer list of each common document of two ascending lists.
// Walks the shorter list and searches the longer one from its last position, or from the place
// `from`, in growing steps. Returns the last position.
template <typename Visit>
std::size_t ForEachCommon(std::span<const Doc> shorter, std::span<const Doc> longer,
                          std::size_t from, const Visit& visit) {
  const Doc* const first = longer.data();
  const Doc* const last = first + longer.size();
  const Doc* at = first + from;
  for (const Doc doc : shorter) {
    std::ptrdiff_t step = 1;
    const Doc* end = at;
    while (end != last && *end < doc) {
      at = end + 1;
      end = last - end > step ? end + step : last;
      step *= 2;
    }
    at = std::lower_bound(at, end, doc);
    if (at == last) break;
    if (*at == doc) visit(static_cast<std::size_t>(at - first));
  }
  return static_cast<std::size_t>(at - first);
}

// A list that is longer by this factor is searched; a shorter one is read through a table.
bool IsSearched(std::span<const Doc> shorter, std::span<const Doc> longer) {
  return longer.size() / kSearchRatio > shorter.size();
}

}  // namespace

DocTable::DocTable(std::span<const Postings> lists) {
  std::size_t count = 0;
  for (const Postings& each : lists) count += each.list.size();
  const std::size_t bits = std::clamp(std::bit_ceil(count * kBitsPerDoc), kLeastBits, kMostBits);
  bits_.assign(bits / 64, 0);
  std::uint64_t* const table = bits_.data();
  const std::size_t mask = bits_.size() - 1;
  for (const Postings& each : lists) {
    for (const Doc doc : each.list) table[doc / 64 & mask] |= std::uint64_t{1} << (doc % 64);
  }
}

std::vector<Doc> CommonOf(std::span<const Doc> shorter, std::span<const Doc> longer) {
  std::vector<Doc> both;
  if (IsSearched(shorter, longer)) {
    ForEachCommon(shorter, longer, 0, [&](std::size_t place) { both.push_back(longer[place]); });
    return both;
  }
  std::size_t from = 0;
  const Postings list = {.list = shorter, .count = shorter.size()};
  DocTable(std::span(&list, 1)).VisitHeld(longer, [&](std::span<const Doc> held) {
    from = ForEachCommon(held, shorter, from,
                         [&](std::size_t place) { both.push_back(shorter[place]); });
  });
  return both;
}

CommonDocs::CommonDocs(std::span<const Doc> docs, std::size_t others)
    : docs_(docs), marks_(docs.size(), 0) {
  const Postings list = {.list = docs, .count = docs.size()};
  if (others >= docs.size() / kFewShare) table_ = DocTable(std::span(&list, 1));
}

void CommonDocs::Mark(const Postings& others) {
  if (others.bits.empty()) {
    MarkList(others.list, others.ascends);
  } else {
    MarkBits(others.bits);
  }
}

void CommonDocs::MarkList(std::span<const Doc> others, bool ascends) {
  if (ascends && IsSearched(docs_, others)) {
    std::size_t from = 0;
    for (std::size_t place = 0; place < docs_.size(); ++place) {
      from = ForEachCommon(docs_.subspan(place, 1), others, from,
                           [&](std::size_t) { marks_[place] = 1; });
    }
    return;
  }
  const auto mark = [this](std::size_t place) { marks_[place] = 1; };
  std::size_t from = 0;
  const auto mark_some = [&](std::span<Doc> some) {
    if (!ascends) {
      std::ranges::sort(some);
      from = 0;
    }
    from = ForEachCommon(some, docs_, from, mark);
  };
  if (!table_.empty()) return table_.VisitHeld(others, mark_some);
  std::vector<Doc> all(others.begin(), others.end());
  mark_some(all);
}

void CommonDocs::MarkBits(std::span<const std::uint64_t> bits) {
  const std::uint64_t* const words = bits.data();
  for (std::size_t place = 0; place < docs_.size(); ++place) {
    const Doc doc = docs_[place];
    const std::uint64_t bit = words[doc / 64] >> (doc % 64) & 1U;
    marks_[place] = static_cast<std::uint8_t>(marks_[place] | bit);
  }
}

// Few documents have a mark, or few other documents are left out: the bytes between two marks are
// passed at once.
std::size_t CommonDocs::NextMark(std::size_t from) const {
  if (from == marks_.size()) return from;
  const void* const found = std::memchr(marks_.data() + from, 1, marks_.size() - from);
  if (found == nullptr) return marks_.size();
  return static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - marks_.data());
}

std::vector<Doc> CommonDocs::Marked() const {
  std::vector<Doc> kept;
  for (std::size_t at = NextMark(0); at < docs_.size(); at = NextMark(at + 1))
    kept.push_back(docs_[at]);
  return kept;
}

std::vector<Doc> CommonDocs::Unmarked() const {
  std::vector<Doc> kept;
  kept.reserve(docs_.size());
  for (std::size_t at = 0; at < docs_.size();) {
    const std::size_t end = NextMark(at);
    const std::span<const Doc> run = docs_.subspan(at, end - at);
    kept.insert(kept.end(), run.begin(), run.end());
    at = std::min(end + 1, docs_.size());
  }
  return kept;
}

}  // namespace orgreg::search
