// SPDX-License-Identifier: EUPL-1.2

// Intersects the documents of words, each of which has several terms in the index of one segment.
// The rarest word comes first; but once there are few documents, each further word is taken at
// once, because most often no document is left soon. Very few are compared with a common word by
// reading their names. One thread; the segment and the terms outlive it.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/match/name_variant.h"
#include "search/match/word_terms.h"

namespace orgreg::search {

class Intersection {
 public:
  // `universe` is the number of documents in the segment.
  explicit Intersection(std::size_t universe) : universe_(universe) {}

  // Takes the terms of a word. False if no document has all words so far.
  bool Add(std::span<const Postings> parts) { return AddWord({.parts = parts}); }
  // The same for all documents with the word as written, or in any spelling.
  bool Add(WordTerms* word, Strictness strictness);

  // The documents with a term of each word, after at least one word.
  DocSet Take() &&;

 private:
  struct Word {
    std::span<const Postings> parts = {};
    const WordTerms* terms = nullptr;  // Null: the parts are not all that a name may have.
    Strictness strictness = Strictness::kLoose;
    std::size_t count = 0;  // Of the documents of all parts.
  };

  bool AddWord(Word word);
  static void Keep(const Word& word, DocSet* docs);
  // The documents of the first word, or of the first two, which leave the list.
  DocSet TakeFirst();

  std::size_t universe_;
  std::vector<Word> words_;
  std::optional<DocSet> few_;  // The documents with all words, if they are few.
};

}  // namespace orgreg::search
