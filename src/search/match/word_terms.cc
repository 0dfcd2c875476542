// SPDX-License-Identifier: EUPL-1.2

#include "search/match/word_terms.h"

#include <algorithm>
#include <utility>

#include "base/values/fold.h"
#include "search/segment/name_words.h"

namespace orgreg::search {
namespace {

// Loosening makes one letter of a run of a, so one letter says nothing about the rest of a word.
constexpr std::size_t kShortestLoosePrefix = 2;

}  // namespace

WordTerms::WordTerms(const NameIndex& names, std::string word, bool is_open)
    : names_(names),
      word_(std::move(word)),
      is_open_(is_open),
      loose_word_(Loosen(word_)),
      is_loose_open_(is_open && loose_word_.size() >= kShortestLoosePrefix) {}

Range WordTerms::Exact() {
  if (!exact_) {
    exact_ = is_open_ ? names_.words().BeginningWith(word_) : names_.words().EqualTo(word_);
  }
  return *exact_;
}

const std::vector<std::uint32_t>& WordTerms::Loose() {
  if (loose_) return *loose_;
  const Range range =
      is_loose_open_ ? names_.LooseBeginningWith(loose_word_) : names_.LooseEqualTo(loose_word_);
  const std::span<const std::uint32_t> terms = names_.TermsByLoose(range);
  loose_.emplace(terms.begin(), terms.end());
  // A search for Ås must not find every company with AS in its name.
  for (const std::string_view form : LegalForms()) {
    const bool is_among = is_loose_open_ ? form.starts_with(loose_word_) : form == loose_word_;
    if (!is_among || form == word_) continue;
    const Range place = names_.words().EqualTo(form);
    if (place.first != place.last) std::erase(*loose_, place.first);
  }
  return *loose_;
}

// Terms with adjacent numbers are read at once.
std::vector<Postings> WordTerms::Collect(std::span<const std::uint32_t> terms) const {
  std::vector<Postings> parts;
  for (std::size_t at = 0; at < terms.size();) {
    std::size_t end = at + 1;
    while (end < terms.size() && terms[end] == terms[end - 1] + 1) ++end;
    names_.words().CollectParts({.first = terms[at], .last = terms[end - 1] + std::size_t{1}},
                                &parts);
    at = end;
  }
  return parts;
}

std::span<const Postings> WordTerms::ExactParts() {
  if (!exact_parts_) names_.words().CollectParts(Exact(), &exact_parts_.emplace());
  return *exact_parts_;
}

std::span<const Postings> WordTerms::LooseParts() {
  if (!loose_parts_) loose_parts_ = Collect(Loose());
  return *loose_parts_;
}

std::span<const Postings> WordTerms::OtherParts() {
  if (other_parts_) return *other_parts_;
  std::vector<std::uint32_t> others = Loose();
  const Range exact = is_open_ == is_loose_open_ ? Exact() : names_.words().EqualTo(word_);
  std::erase_if(others,
                [&](std::uint32_t term) { return term >= exact.first && term < exact.last; });
  other_parts_ = Collect(others);
  return *other_parts_;
}

bool WordTerms::IsExactIn(Doc doc) const {
  bool is_in = false;
  base::ForEachWord(names_.Folded(doc), [&](std::string_view word) {
    is_in |= is_open_ ? word.starts_with(word_) : word == word_;
  });
  return is_in;
}

bool WordTerms::IsLooseIn(Doc doc) const {
  bool is_in = false;
  std::string loose;
  base::ForEachWord(names_.Folded(doc), [&](std::string_view word) {
    if (is_in || !BeginsLoosely(word, loose_word_)) return;
    LoosenTo(word, &loose);
    if (!is_loose_open_ && loose.size() != loose_word_.size()) return;
    is_in = word == word_ || !IsLegalForm(word);
  });
  return is_in;
}

}  // namespace orgreg::search
