// SPDX-License-Identifier: EUPL-1.2

// The documents of a segment in the order of several sort keys, a part at a time. Its memory does
// not grow with the segment: it remembers how far it has walked the stored order of each key, and
// goes on from there.
//
// Documents with equal values of a key are ordered by the keys after it. A few are sorted. Many are
// not gathered: the order of the next key is walked, and the documents with that value are picked
// from it. So each large group costs one pass over the segment.
//
// One thread at a time. Next may throw DamagedBlock.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/request/query.h"
#include "search/segment/segment.h"

namespace orgreg::search {

class SortedDocs {
 public:
  // The segment outlives it. There is at least one key.
  SortedDocs(const Segment& segment, std::vector<SortBy> keys)
      : segment_(&segment), keys_(std::move(keys)), levels_(1) {}

  // The next documents, at most kMostDocs; none at the end.
  std::vector<Doc> Next();

  // More documents of equal value than this are not sorted in memory.
  static constexpr std::size_t kFewDocs = std::size_t{32} << 10;
  static constexpr std::size_t kPartDocs = std::size_t{4} << 10;
  static constexpr std::size_t kMostDocs = kFewDocs + kPartDocs;

 private:
  // How far the order of one key has been walked. The first level belongs to the first key; further
  // ones exist while the documents of a value are picked from the next key's order.
  struct Level {
    std::size_t place = 0;   // The documents before it in the key's order are done.
    std::uint32_t rank = 0;  // The value whose documents the next level picks.
  };
  enum class Step { kGoOn, kFull, kDescend };

  // Walks the order of the last level's key until the part is full or a level is added or left.
  void Advance(std::vector<Doc>* part);
  // Takes the rest of a run of equal values, which begins at index `begin`.
  Step Take(std::span<const Doc> run, std::size_t begin, std::vector<Doc>* part);
  Step TakeInOrder(std::span<const Doc> run, std::size_t begin, std::vector<Doc>* part);
  // False if more than a few documents of the run belong here; `part` is then unchanged.
  bool TakeSorted(std::span<const Doc> run, std::vector<Doc>* part);
  // True if the document has the values of the levels before the last one.
  bool BelongsHere(Doc doc) const;

  std::span<const SortBy> KeysAfterThis() const { return std::span(keys_).subspan(levels_.size()); }

  const Segment* segment_;
  std::vector<SortBy> keys_;
  std::vector<Level> levels_;  // Empty at the end.
};

}  // namespace orgreg::search
