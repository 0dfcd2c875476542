// SPDX-License-Identifier: EUPL-1.2

// Intersects the documents of words, each of which has several terms in the index of one segment.
// The rarest word comes first; but once there are few documents, each further word is taken at
// once, because most often no document is left soon. One thread; the segment and the terms outlive
// it.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "search/columns/doc_set.h"

namespace orgreg::search {

class Intersection {
 public:
  // `universe` is the number of documents in the segment.
  explicit Intersection(std::size_t universe) : universe_(universe) {}

  // Takes the terms of a word. False if no document has all words so far.
  bool Add(std::span<const Postings> parts);

  // The documents with a term of each word, after at least one word.
  DocSet Take() &&;

 private:
  struct Word {
    std::span<const Postings> parts = {};
    std::size_t count = 0;  // Of the documents of all parts.
  };

  std::size_t universe_;
  std::vector<Word> words_;
  std::optional<DocSet> few_;  // The documents with all words, if they are few.
};

}  // namespace orgreg::search
