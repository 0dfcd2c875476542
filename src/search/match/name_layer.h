// SPDX-License-Identifier: EUPL-1.2

// Matches words with the names of one layer. Internal to name_search.cc: a NameFinder makes the
// same query to each layer and combines the results.

#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/match/name_search.h"
#include "search/match/name_variant.h"
#include "search/match/word_terms.h"
#include "search/segment/name_index.h"

namespace orgreg::search {

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

  bool HasWord(std::string_view word) const {
    const Range terms = names_.words().EqualTo(word);
    return terms.first != terms.last;
  }
  // True if a word has this spelling or another one, or begins so if it may go on.
  bool HasLoose(const std::string& word, bool may_go_on) {
    return TermsOf(word, may_go_on && MayBeOpen(word)).HasLoose();
  }
  const DocSet& hidden() const { return hidden_; }

  // The documents that match. If the variant follows an exact one, some that match exactly may be
  // missing.
  DocSet Match(const Variant& variant);
  // Names that equal the words with one error in all, even in a word that is too short to allow an
  // error by itself.
  DocSet MatchNear(const Words& words);
  // Names that have the words with up to `most` errors in each.
  DocSet MatchMisspelt(const Words& words, std::size_t most);

 private:
  void CollectMisspelt(const std::string& word, std::size_t most,
                       std::vector<Postings>* parts) const;
  DocSet MatchAllButOne(const Words& words);
  template <typename Keep>
  void KeepNames(DocSet* matches, Keep keep) const;
  void KeepNear(const Words& words, DocSet* matches) const;
  WordTerms& TermsOf(const std::string& word, bool is_open);
  std::vector<WordTerms*> TermsOfAll(const Variant& variant);
  DocSet MatchInOtherLetters(std::span<WordTerms* const> words) const;
  DocSet MatchAll(std::span<WordTerms* const> words, Strictness strictness) const;
  void KeepTogether(const Variant& variant, DocSet* matches) const;
  void KeepPhrase(const Variant& variant, DocSet* matches) const;
  std::string_view TextOf(Doc doc, Strictness strictness, std::string* loose) const;

  const NameIndex& names_;
  const DocSet& hidden_;
  bool consecutive_;
  const Words& all_words_;
  std::deque<WordTerms> terms_;  // Of the words that were looked up.
};

}  // namespace orgreg::search
