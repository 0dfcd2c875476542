// The documents of a segment in the order of several sort keys, a part at a time. What it holds
// does not grow with the segment: it remembers how far the stored order of each key has been gone
// through, and goes on from there.
//
// Documents that share the value of a key are put in order by the keys after it. A few are sorted.
// Many are not gathered: the order of the next key is gone through, and of it the documents with
// that value are taken. So each group of many costs one pass over the segment.
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

  // The documents that come next, kMostDocs at most; none at the end.
  std::vector<Doc> Next();

  // More documents of equal value than this are not sorted in memory.
  static constexpr std::size_t kFewDocs = std::size_t{32} << 10;
  static constexpr std::size_t kPartDocs = std::size_t{4} << 10;
  static constexpr std::size_t kMostDocs = kFewDocs + kPartDocs;

 private:
  // How far the order of one key has been gone through. The first level is that of the first key;
  // there is a further one while the documents of a value are taken from the next key's order.
  struct Level {
    std::size_t place = 0;   // The documents before it in the key's order are done.
    std::uint32_t rank = 0;  // Of the value whose documents the next level takes.
  };
  enum class Step { kGoOn, kFull, kDescend };

  // Goes along the order of the last level's key until the part is full or a level is added or
  // left.
  void Advance(std::vector<Doc>* part);
  // Takes what is left of a run of equal values, which begins at place `begin`.
  Step Take(std::span<const Doc> run, std::size_t begin, std::vector<Doc>* part);
  Step TakeInOrder(std::span<const Doc> run, std::size_t begin, std::vector<Doc>* part);
  // False where more than a few documents of the run belong here; `part` is then left as it was.
  bool TakeSorted(std::span<const Doc> run, std::vector<Doc>* part);
  // True where the document has the values that the levels before the last one stand for.
  bool BelongsHere(Doc doc) const;

  std::span<const SortBy> KeysAfterThis() const { return std::span(keys_).subspan(levels_.size()); }

  const Segment* segment_;
  std::vector<SortBy> keys_;
  std::vector<Level> levels_;  // Empty at the end.
};

}  // namespace orgreg::search
