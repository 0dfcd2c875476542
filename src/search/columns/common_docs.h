// SPDX-License-Identifier: EUPL-1.2

// Finds what an ascending list of documents has in common with others. Documents are tested with a
// small table of bits that is made of the list once, so the others are read once and need no
// memory. Most documents that pass the test are in the list; these are searched in it.
//
// One thread. The list outlives it.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/columns/doc_set.h"

namespace orgreg::search {

// The documents that are in both of two ascending lists, the first of which is not longer.
std::vector<Doc> CommonOf(std::span<const Doc> shorter, std::span<const Doc> longer);

// A table of bits by document. It has those of some lists, and few others.
class DocTable {
 public:
  DocTable() = default;
  explicit DocTable(std::span<const Postings> lists);

  bool empty() const { return bits_.empty(); }
  // Calls `visit` with those of some documents that the table has, in the same order and a few at a
  // time.
  template <typename Visit>
  void VisitHeld(std::span<const Doc> docs, const Visit& visit) const;

 private:
  std::vector<std::uint64_t> bits_;
};

template <typename Visit>
void DocTable::VisitHeld(std::span<const Doc> docs, const Visit& visit) const {
  constexpr std::size_t kChunk = 256;
  std::array<Doc, kChunk> held = {};
  const std::uint64_t* const table = bits_.data();
  const std::size_t mask = bits_.size() - 1;
  while (!docs.empty()) {
    const std::span<const Doc> some = docs.first(std::min(kChunk, docs.size()));
    docs = docs.subspan(some.size());
    std::size_t count = 0;
    // Without branches: each is written, and overwritten by the next if the table lacks it.
    Doc* const out = held.data();
    for (const Doc doc : some) {
      out[count] = doc;
      count += table[doc / 64 & mask] >> (doc % 64) & 1U;
    }
    visit(std::span(held).first(count));
  }
}

class CommonDocs {
 public:
  // `docs` ascends, without repetition. `others` is the number of documents that will be marked.
  CommonDocs(std::span<const Doc> docs, std::size_t others);

  // Marks the documents of the list that are in `others`.
  void Mark(const Postings& others);

  // The documents of the list with a mark, or those without one; ascending.
  std::vector<Doc> Marked() const;
  std::vector<Doc> Unmarked() const;

 private:
  void MarkBits(std::span<const std::uint64_t> bits);
  void MarkList(std::span<const Doc> others, bool ascends);
  // The first marked place that is not before this one; the size of the list if there is none.
  std::size_t NextMark(std::size_t from) const;

  std::span<const Doc> docs_;
  std::vector<std::uint8_t> marks_;  // One for each document of the list: 1 if it was found.
  DocTable table_;                   // Empty if the others are too few to need it.
};

}  // namespace orgreg::search
