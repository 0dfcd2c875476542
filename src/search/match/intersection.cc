// SPDX-License-Identifier: EUPL-1.2

#include "search/match/intersection.h"

#include <algorithm>
#include <utility>

namespace orgreg::search {
namespace {

std::size_t CountOf(const std::vector<Postings>& parts) {
  std::size_t count = 0;
  for (const Postings& part : parts) count += part.count;
  return count;
}

bool Holds(const Postings& part, Doc doc) {
  if (part.bits.empty()) return std::ranges::binary_search(part.list, doc);
  return (part.bits[doc / 64] >> (doc % 64) & 1U) != 0;
}

// Documents of `matches` that are in one of the parts. A few are searched in each part; for many
// the parts are united.
void KeepInAny(const std::vector<Postings>& parts, DocSet* matches) {
  constexpr std::size_t kLookCost = 16;  // Of one search, in documents united.
  const std::size_t universe = matches->universe();
  const std::size_t count = matches->Count();
  const bool is_one = parts.size() == 1;  // It is not copied.
  if (is_one || count * parts.size() * kLookCost > CountOf(parts) + universe / 64) {
    matches->IntersectWith(DocSet::UnionOf(universe, parts));
    return;
  }
  matches->Filter([&](Doc doc) {
    return std::ranges::any_of(parts, [doc](const Postings& part) { return Holds(part, doc); });
  });
}

}  // namespace

bool Intersection::Add(std::vector<Postings> parts) {
  constexpr std::size_t kFew = 256;
  const std::size_t count = CountOf(parts);
  if (few_) {
    KeepInAny(parts, &*few_);
  } else if (count <= kFew) {
    few_ = DocSet::UnionOf(universe_, parts);
    for (const Word& word : words_) KeepInAny(word.parts, &*few_);
  } else {
    words_.push_back({.parts = std::move(parts), .count = count});
  }
  return !few_ || few_->Count() != 0;
}

DocSet Intersection::Take() && {
  if (few_) return *std::move(few_);
  std::ranges::sort(words_, {}, &Word::count);
  DocSet matches = DocSet::UnionOf(universe_, words_.front().parts);
  for (std::size_t i = 1; i < words_.size(); ++i) KeepInAny(words_[i].parts, &matches);
  return matches;
}

}  // namespace orgreg::search
