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

bool Intersection::Add(WordTerms* word, Strictness strictness) {
  const bool exact = strictness == Strictness::kExact;
  return AddWord({.parts = exact ? word->ExactParts() : word->LooseParts(),
                  .terms = word,
                  .strictness = strictness});
}

bool Intersection::AddWord(Word word) {
  constexpr std::size_t kFew = 256;
  word.count = CountOf(word.parts);
  if (few_) {
    Keep(word, &*few_);
  } else if (word.count <= kFew) {
    few_ = DocSet::UnionOf(universe_, word.parts);
    for (const Word& other : words_) Keep(other, &*few_);
  } else {
    words_.push_back(word);
  }
  return !few_ || few_->Count() != 0;
}

void Intersection::Keep(const Word& word, DocSet* docs) {
  // Reading a name takes as long as passing so many documents of a list.
  constexpr std::size_t kReadCost = 128;
  if (word.terms == nullptr || docs->Count() * kReadCost > word.count) {
    return docs->KeepInAny(word.parts);
  }
  const bool exact = word.strictness == Strictness::kExact;
  docs->Filter(
      [&](Doc doc) { return exact ? word.terms->IsExactIn(doc) : word.terms->IsLooseIn(doc); });
}

DocSet Intersection::TakeFirst() {
  std::ranges::sort(words_, {}, &Word::count);
  // A single term needs no union. It is worth some more documents.
  constexpr std::size_t kWorthOfOne = 8;
  const std::size_t most = words_.front().count * kWorthOfOne;
  const auto is_one = [](const Word& word) {
    return word.parts.size() == 1 && word.parts.front().ascends;
  };
  const auto one = std::ranges::find_if(
      words_, [&](const Word& word) { return is_one(word) && word.count <= most; });
  if (one != words_.end()) std::rotate(words_.begin(), one, one + 1);
  const Word& first = words_.front();
  const bool is_union =
      words_.size() == 1 || is_one(first) || first.count > universe_ / kDenseShare;
  DocSet docs = is_union ? DocSet::UnionOf(universe_, first.parts)
                         : DocSet::InBoth(universe_, first.parts, words_[1].parts);
  words_.erase(words_.begin(), words_.begin() + (is_union ? 1 : 2));
  return docs;
}

DocSet Intersection::Take() && {
  if (few_) return *std::move(few_);
  DocSet matches = TakeFirst();
  for (const Word& word : words_) Keep(word, &matches);
  return matches;
}

}  // namespace orgreg::search
