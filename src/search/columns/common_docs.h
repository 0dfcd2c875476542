// SPDX-License-Identifier: EUPL-1.2

// Finds what an ascending list of documents has in common with others. Documents are tested with a
// small table of bits that is made of the list once, so the others are read once and need no
// memory. Most documents that pass the test are in the list; these are searched in it.
//
// One thread. The list outlives it.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/columns/doc_set.h"

namespace orgreg::search {

class CommonDocs {
 public:
  // `docs` ascends, without repetition. `others` is the number of documents that will be marked.
  CommonDocs(std::span<const Doc> docs, std::size_t others);

  // Marks the documents of the list that are in `others`, which ascend.
  void Mark(std::span<const Doc> others);
  // The same for a bit for each document of the segment.
  void MarkBits(std::span<const std::uint64_t> bits);

  // The documents of the list with a mark, or those without one; ascending.
  std::vector<Doc> Marked() const;
  std::vector<Doc> Unmarked() const;

 private:
  // The first marked place that is not before this one; the size of the list if there is none.
  std::size_t NextMark(std::size_t from) const;

  std::span<const Doc> docs_;
  std::vector<std::uint8_t> marks_;   // One for each document of the list: 1 if it was found.
  std::vector<std::uint64_t> table_;  // Empty if the others are too few to need it.
  std::vector<Doc> passed_;           // Those of `others` that the table has; reused.
};

}  // namespace orgreg::search
