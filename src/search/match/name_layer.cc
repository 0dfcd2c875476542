// SPDX-License-Identifier: EUPL-1.2

// Words become lists of terms (exact, loosened or with errors), whose documents are intersected.
// The matches are then checked against the names themselves.

#include "search/match/name_layer.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "search/match/intersection.h"
#include "search/match/word_terms.h"
#include "search/segment/name_words.h"

namespace orgreg::search {
namespace {

// Loosening makes one letter of a run of a, so one letter says too little about a word.
constexpr std::size_t kShortestMisspeltWord = 2;
// The least letters of a word with one error, and with two.
constexpr std::size_t kOneErrorLetters = 4;
constexpr std::size_t kTwoErrorLetters = 8;

bool HasDigit(std::string_view word) { return std::ranges::any_of(word, base::IsDigit); }

// True if the first words of `name` are all those of `content`.
bool BeginsWithWords(std::string_view name, std::string_view content) {
  return name.starts_with(content) &&
         (name.size() == content.size() || name[content.size()] == ' ');
}

// True if `name` has `phrase` from the beginning of a word to the end of one, or to anywhere if it
// is open.
bool HoldsPhrase(std::string_view name, std::string_view phrase, bool is_open) {
  for (std::size_t at = name.find(phrase); at != std::string_view::npos;
       at = name.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    const bool begins_word = at == 0 || name[at - 1] == ' ';
    if (begins_word && (is_open || end == name.size() || name[end] == ' ')) return true;
  }
  return false;
}

// The indexes of the words, first the parts of a word that was split, the last part before the
// others: that no name has it is the usual reason why nothing matches, and no other word is looked
// up then.
std::vector<std::size_t> InOrderOfDoubt(const Variant& variant) {
  std::vector<std::size_t> order(variant.words.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto first = order.begin() + static_cast<std::ptrdiff_t>(variant.split_at);
  const auto last = first + static_cast<std::ptrdiff_t>(variant.split_words);
  std::rotate(order.begin(), first, last);
  std::ranges::reverse(order.begin(),
                       order.begin() + static_cast<std::ptrdiff_t>(variant.split_words));
  return order;
}

}  // namespace

WordTerms& NameMatcher::TermsOf(const std::string& word, bool is_open) {
  const auto known = std::ranges::find_if(terms_, [&](const WordTerms& terms) {
    return terms.is_open() == is_open && terms.word() == word;
  });
  return known != terms_.end() ? *known : terms_.emplace_back(names_, word, is_open);
}

// The terms of each word, those of a word that may go on last: they are the most, and often no
// document is left without them. None if a word has no terms.
std::vector<WordTerms*> NameMatcher::TermsOfAll(const Variant& variant) {
  std::vector<WordTerms*> all;
  WordTerms* open = nullptr;
  for (const std::size_t at : InOrderOfDoubt(variant)) {
    const std::string& word = variant.words[at];
    const bool is_open = &word == &variant.words.back() && MayBeOpen(word);
    // A repeated word changes nothing, and a query may have the same one many times.
    if (!is_open && std::find(variant.words.data(), &word, word) != &word) continue;
    WordTerms& terms = TermsOf(word, is_open);
    const bool exact = variant.strictness == Strictness::kExact;
    if (exact ? !terms.HasExact() : !terms.HasLoose()) return {};
    if (is_open) {
      open = &terms;
    } else {
      all.push_back(&terms);
    }
  }
  if (open != nullptr) all.push_back(open);
  return all;
}

// The names that have each word, at least one of them in another spelling, which one of them has.
DocSet NameMatcher::MatchInOtherLetters(std::span<WordTerms* const> words) const {
  std::vector<Postings> others;
  std::size_t spelt_otherwise = 0;  // The words that have other spellings.
  for (WordTerms* const word : words) {
    const std::span<const Postings> parts = word->OtherParts();
    others.insert(others.end(), parts.begin(), parts.end());
    spelt_otherwise += parts.empty() ? 0 : 1;
  }
  Intersection found(names_.size());
  if (!found.Add(others)) return DocSet(names_.size());
  for (WordTerms* const word : words) {
    // If no other word can be spelt otherwise, these names have this one.
    if (spelt_otherwise == 1 && !word->OtherParts().empty()) continue;
    if (!found.Add(word, Strictness::kLoose)) return DocSet(names_.size());
  }
  return std::move(found).Take();
}

DocSet NameMatcher::MatchAll(std::span<WordTerms* const> words, Strictness strictness) const {
  Intersection found(names_.size());
  for (WordTerms* const word : words) {
    if (!found.Add(word, strictness)) return DocSet(names_.size());
  }
  return std::move(found).Take();
}

DocSet NameMatcher::Match(const Variant& variant) {
  const std::vector<WordTerms*> words = TermsOfAll(variant);
  if (words.empty()) return DocSet(names_.size());
  const auto has_others = [](WordTerms* word) { return !word->OtherParts().empty(); };
  if (variant.follows_exact && std::ranges::none_of(words, has_others))
    return DocSet(names_.size());
  // In consecutive comparison a name may have the words as written, but not adjacent.
  const bool is_other = variant.follows_exact && (variant.words.size() == 1 || !consecutive_);
  DocSet matches = is_other ? MatchInOtherLetters(words) : MatchAll(words, variant.strictness);
  if (variant.split_words != 0) KeepTogether(variant, &matches);
  if (consecutive_) KeepPhrase(variant, &matches);
  return matches;
}

DocSet NameMatcher::MatchMisspelt(const Words& words, std::size_t most) {
  std::vector<std::vector<Postings>> terms(words.size());
  Intersection found(names_.size());
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool is_last = at + 1 == words.size();
    const auto loose = TermsOf(words[at], is_last && MayBeOpen(words[at])).LooseParts();
    terms[at].assign(loose.begin(), loose.end());
    CollectMisspelt(words[at], most, &terms[at]);
    if (!found.Add(terms[at])) return DocSet(names_.size());
  }
  return std::move(found).Take();
}

// Names with all words except any one of them. A number is never left out.
DocSet NameMatcher::MatchAllButOne(const Words& words) {
  std::vector<std::span<const Postings>> terms;
  std::size_t missing = 0;
  for (const std::string& word : words) {
    terms.push_back(TermsOf(word, false).LooseParts());
    missing += terms.back().empty() ? 1 : 0;
  }
  DocSet matches(names_.size());
  for (std::size_t left_out = 0; left_out < words.size(); ++left_out) {
    // A word that no name has must be the one to leave out.
    if (missing > (terms[left_out].empty() ? 1U : 0U) || HasDigit(words[left_out])) continue;
    Intersection others(names_.size());
    bool has_any = true;
    for (std::size_t at = 0; at < words.size() && has_any; ++at)
      has_any = at == left_out || others.Add(terms[at]);
    if (has_any) matches.UniteWith(std::move(others).Take());
  }
  return matches;
}

// Keeps the documents for which `keep` is true, which reads their names.
template <typename Keep>
void NameMatcher::KeepNames(DocSet* matches, Keep keep) const {
  constexpr std::size_t kAtOnce = NameIndex::kExpectedAtOnce;
  const std::vector<Doc> docs = matches->Slice(0, matches->Count());
  std::size_t done = 0;
  matches->Filter([&](Doc doc) {
    if (done % kAtOnce == 0) {
      const auto next = std::span(docs).subspan(done, std::min(kAtOnce, docs.size() - done));
      names_.ExpectFolded(next);
      if (!consecutive_) names_.ExpectContent(next);
    }
    ++done;
    return keep(doc);
  });
}

// Keeps the names that equal the query with one error, with or without their legal forms.
void NameMatcher::KeepNear(const Words& words, DocSet* matches) const {
  const Misspelling content(Join(words));
  const Misspelling whole(Join(all_words_));
  KeepNames(matches, [&](Doc doc) {
    return content.Is(names_.Content(doc), 1) || whole.Is(names_.Folded(doc), 1);
  });
}

DocSet NameMatcher::MatchNear(const Words& words) {
  DocSet matches = words.size() == 1 ? MatchMisspelt(words, 1) : MatchAllButOne(words);
  KeepNear(words, &matches);
  return matches;
}

// The text of a name that is compared: with or without legal forms, loosened (into `loose`) or not.
std::string_view NameMatcher::TextOf(Doc doc, Strictness strictness, std::string* loose) const {
  const std::string_view text = consecutive_ ? names_.Folded(doc) : names_.Content(doc);
  if (strictness == Strictness::kExact) return text;
  LoosenTo(text, loose);
  return *loose;
}

void NameMatcher::KeepTogether(const Variant& variant, DocSet* matches) const {
  const auto first = variant.words.begin() + static_cast<std::ptrdiff_t>(variant.split_at);
  const auto last = first + static_cast<std::ptrdiff_t>(variant.split_words);
  const std::string phrase = Loosen(Join({first, last}));
  const bool is_open = last == variant.words.end() && IsOpen(variant.words);
  std::string loose;
  const auto holds = [&](std::string_view name) {
    LoosenTo(name, &loose);
    return HoldsPhrase(loose, phrase, is_open);
  };
  KeepNames(matches, [&](Doc doc) {
    const std::string_view name = names_.Folded(doc);
    if (holds(name)) return true;
    if (consecutive_) return false;
    // People also write two words as one if a legal form is between them. One at the end is not.
    const std::string_view content = names_.Content(doc);
    return !BeginsWithWords(name, content) && holds(content);
  });
}

void NameMatcher::KeepPhrase(const Variant& variant, DocSet* matches) const {
  const Words& words = variant.words;
  if (words.size() == 1) return;  // There is no neighbour.
  const bool exact = variant.strictness == Strictness::kExact;
  const std::string phrase = exact ? Join(words) : Loosen(Join(words));
  const bool is_open = IsOpen(words);
  std::string loose;
  KeepNames(matches, [&](Doc doc) {
    return HoldsPhrase(TextOf(doc, variant.strictness, &loose), phrase, is_open);
  });
}

void NameMatcher::CollectMisspelt(const std::string& word, std::size_t most,
                                  std::vector<Postings>* parts) const {
  const std::size_t length = base::CountCharacters(word);
  if (HasDigit(word) || length < kOneErrorLetters) return;
  const std::size_t errors = length < kTwoErrorLetters ? 1 : most;
  const Misspelling asked(word);
  if (asked.loose().size() < kShortestMisspeltWord) return;
  const std::uint64_t letters = LetterMask(asked.loose());
  const std::span<const std::uint64_t> all = names_.Letters();
  for (std::size_t term = 0; term < all.size(); ++term) {
    // Most words are skipped by this cheap test.
    if (std::popcount(letters ^ all[term]) > MostOtherLetters(errors)) continue;
    const std::string_view other = names_.words().Term(term);
    if (!asked.Is(other, names_.Loose(term), errors)) continue;
    if (HasDigit(other) || IsLegalForm(other)) continue;
    parts->push_back(names_.words().At(term));
  }
}

}  // namespace orgreg::search
