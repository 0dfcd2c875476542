// SPDX-License-Identifier: EUPL-1.2

// Searches one source of suggestions, tier by tier. Internal to suggest.cc. One thread; the source
// and the typed text outlive it. Functions may throw DamagedBlock.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/columns/text_samples.h"
#include "search/suggest/suggest.h"
#include "search/suggest/typed_text.h"

namespace orgreg::search {

// The best documents are those of least NameIndex::Preference. Each function returns at most
// `most` of them, best first, without those that an earlier call returned.
class SourceSearch {
 public:
  SourceSearch(const SuggestSource& source, const TypedText& typed, std::size_t most)
      : source_(source), names_(*source.names), typed_(typed), most_(most) {}

  // Numbers or codes that are the typed digits, or begin with them; in order of number.
  std::vector<Doc> TakeCode();
  std::vector<Doc> TakeCodeBeginning();
  // Names whose content begins with the text.
  std::vector<Doc> TakeBeginning(std::string_view text);
  // Names in which each typed word begins a word, with so many errors in words that may have them.
  std::vector<Doc> TakeWords(std::size_t errors);

 private:
  // A typed word, and the words of the names that it may be the beginning of.
  struct Candidates {
    std::vector<Range> words = {};  // Places in the loosened order.
    std::size_t count = 0;          // Of their documents, those of several words counted often.
    bool are_many = false;          // They were not all counted.
  };

  bool IsFree(Doc doc) const;
  std::vector<Doc> Keep(std::vector<Doc> docs);
  std::vector<Doc> BestOf(Range by_content) const;
  // From the shortest name with this many letters on. Nothing if a limit ends the walk.
  template <typename Matches>
  std::optional<std::vector<Doc>> Walk(std::size_t letters, std::size_t most_steps,
                                       std::vector<Doc>* found, Matches matches) const;
  std::size_t ErrorsIn(const TypedWord& word, std::size_t errors) const;
  // Counts up to `most` documents.
  Candidates CandidatesOf(const TypedWord& word, std::size_t errors, std::size_t most) const;
  Candidates FewestCandidates(std::size_t errors) const;
  template <typename Visit>
  void ForEachDoc(const Candidates& candidates, Visit visit) const;
  std::vector<Doc> BestWithOneWord(const Candidates& candidates) const;
  std::vector<Doc> Intersected(const Candidates& candidates, std::size_t errors) const;
  std::vector<Doc> BestWithWords(const Candidates& candidates, std::size_t errors) const;
  std::size_t LeastLetters(std::size_t errors) const;
  bool HasWords(Doc doc, std::size_t errors, std::string* loose) const;

  const SuggestSource& source_;
  const NameIndex& names_;
  const TypedText& typed_;
  std::size_t most_;
  std::vector<Doc> found_;
};

}  // namespace orgreg::search
