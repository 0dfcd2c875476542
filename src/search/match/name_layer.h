// SPDX-License-Identifier: EUPL-1.2

// Matches words with the names of one layer. Internal to name_search.cc: a NameFinder makes the
// same query to each layer and combines the results.

#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/match/name_search.h"
#include "search/match/word_terms.h"
#include "search/segment/name_index.h"

namespace orgreg::search {

using Words = std::vector<std::string>;

// Letters compared exactly, or loosened (name_words.h).
enum class Strictness : std::uint8_t { kExact, kLoose };

// The words of a query in one way of writing them.
struct Variant {
  Words words;
  // The parts of a word of the query that was split must be adjacent: the index of the first part,
  // and the number of parts.
  std::size_t split_at = 0;
  std::size_t split_words = 0;
  Strictness strictness = Strictness::kLoose;
  // The same words were searched exactly before.
  bool follows_exact = false;
};

// True if the last word may be the beginning of a longer one.
bool IsOpen(const Words& words);

// How completely the words cover a name, best first.
enum class NameClass : std::uint8_t {
  kWhole,
  kWholeButForm,  // The legal form differs, or there is none.
  kSameWords,     // The whole name in another order.
  kBeginning,
  kInOrder,  // All words in order, with others between or before them.
  kRest,
};
inline constexpr std::size_t kNameClasses = 6;
template <typename T>
using ByClass = std::array<T, kNameClasses>;

// Finds documents without those that are hidden or were found before in mind: the caller removes
// them. One thread.
class NameMatcher {
 public:
  // `all_words` are those of the query, with its legal forms. The arguments must outlive this.
  NameMatcher(const NameLayer& layer, bool consecutive, const Words& all_words)
      : names_(*layer.names),
        hidden_(*layer.hidden),
        consecutive_(consecutive),
        all_words_(all_words) {}

  bool HasWord(const std::string& word) { return TermsOf(word, false).HasExact(); }
  const DocSet& hidden() const { return hidden_; }

  // The documents that match. If the variant follows an exact one, some that match exactly may be
  // missing.
  DocSet Match(const Variant& variant);
  // Names that equal the words with one error in all, even in a word that is too short to allow an
  // error by itself.
  DocSet MatchNear(const Words& words);
  // Names that have the words with up to `most` errors in each.
  DocSet MatchMisspelt(const Words& words, std::size_t most);

  // Splits a set by class; reads each name.
  ByClass<DocSet> Classify(const DocSet& matches, const Variant& variant) const;
  // The same for all matches that are not hidden, without reading any: whole names and beginnings
  // are adjacent in the order of the names, and all others are the rest. Only if CanTakeBeginning.
  ByClass<DocSet> TakeBeginning(const Variant& variant, DocSet matches) const;
  bool CanTakeBeginning(const Variant& variant) const {
    return variant.strictness == Strictness::kExact && !consecutive_;
  }

 private:
  // The words with which names are compared, all written in the same way.
  struct Wanted {
    const Words& words;
    std::string text;  // The words joined.
    std::string all;   // The words of the query with its legal forms, joined.
    bool is_open = false;
  };

  ByClass<DocSet> NoClasses() const;
  void CollectMisspelt(const std::string& word, std::size_t most,
                       std::vector<Postings>* parts) const;
  DocSet MatchAllButOne(const Words& words);
  void KeepNear(const Words& words, DocSet* matches) const;
  WordTerms& TermsOf(const std::string& word, bool is_open);
  std::vector<WordTerms*> TermsOfAll(const Variant& variant);
  DocSet SetOf(Range range) const;
  void KeepTogether(const Variant& variant, DocSet* matches) const;
  void KeepPhrase(const Variant& variant, DocSet* matches) const;
  void Prefetch(Doc doc) const;
  std::string_view TextOf(Doc doc, Strictness strictness, std::string* loose) const;
  NameClass ClassOf(Doc doc, std::string_view text, const Wanted& wanted) const;

  const NameIndex& names_;
  const DocSet& hidden_;
  bool consecutive_;
  const Words& all_words_;
  std::deque<WordTerms> terms_;  // Of the words that were looked up.
};

}  // namespace orgreg::search
