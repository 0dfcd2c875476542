// SPDX-License-Identifier: EUPL-1.2

#include "search/match/intersection.h"

#include <algorithm>
#include <utility>

namespace orgreg::search {
namespace {

std::size_t CountOf(std::span<const Postings> parts) {
  std::size_t count = 0;
  for (const Postings& part : parts) count += part.count;
  return count;
}

}  // namespace

bool Intersection::Add(std::span<const Postings> parts) {
  constexpr std::size_t kFew = 256;
  const std::size_t count = CountOf(parts);
  if (few_) {
    few_->KeepInAny(parts);
  } else if (count <= kFew) {
    few_ = DocSet::UnionOf(universe_, parts);
    for (const Word& word : words_) few_->KeepInAny(word.parts);
  } else {
    words_.push_back({.parts = parts, .count = count});
  }
  return !few_ || few_->Count() != 0;
}

DocSet Intersection::Take() && {
  if (few_) return *std::move(few_);
  std::ranges::sort(words_, {}, &Word::count);
  // A single term needs no union. It is worth some more documents.
  constexpr std::size_t kWorthOfOne = 8;
  const std::size_t most = words_.front().count * kWorthOfOne;
  const auto first = std::ranges::find_if(
      words_, [most](const Word& word) { return word.parts.size() == 1 && word.count <= most; });
  if (first != words_.end()) std::rotate(words_.begin(), first, first + 1);
  DocSet matches = DocSet::UnionOf(universe_, words_.front().parts);
  for (std::size_t i = 1; i < words_.size(); ++i) matches.KeepInAny(words_[i].parts);
  return matches;
}

}  // namespace orgreg::search
