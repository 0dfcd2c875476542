// The documents of a segment in the order of one sort key. Absent values come last in
// ascending order and first in descending order; equal values come in order of
// organisation number in both (design: paging never repeats or skips a record).
// Inside a segment ranks are compared; between segments, the values themselves.
// The order is a view of a segment file, unchanging and for any number of threads; a
// builder collects one.

#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/doc_set.h"
#include "search/segment_file.h"
#include "search/text_column.h"
#include "search/text_ids.h"

namespace orgreg::search {

class SortOrder {
 public:
  SortOrder() = default;
  explicit SortOrder(SectionReader* reader)
      : ranks_(reader->Next<std::uint32_t>()),
        docs_(reader->Next<Doc>()),
        run_starts_(reader->Next<std::uint32_t>()),
        numbers_(reader->Next<std::int64_t>()),
        texts_(reader) {}

  // Where a document's value stands among all values: equal values share a rank.
  std::uint32_t Rank(Doc doc) const { return ranks_[doc]; }

  // How the values compare that have these ranks in two orders of the same sort key.
  static std::strong_ordering Compare(const SortOrder& a, std::uint32_t rank_a, const SortOrder& b,
                                      std::uint32_t rank_b);

  // Calls `visit` with each run of documents of equal value, in the wanted direction, the
  // documents of a run rising, and the number of documents that come before the run; stops
  // when `visit` gives false. Begins with the run in which the `first` document stands.
  template <typename Visit>
  void WalkRuns(bool descending, std::size_t first, Visit visit) const;

 private:
  std::size_t FirstStep(bool descending, std::size_t first) const;

  Array<std::uint32_t> ranks_;       // By document.
  Array<Doc> docs_;                  // By rank, then document.
  Array<std::uint32_t> run_starts_;  // In docs_, by rank; one more at the end.
  Array<std::int64_t> numbers_;      // By rank; an absent value is the greatest.
  TextColumn texts_;                 // By rank, where the key is a text: what is compared.
};

// Collects one value a document, in order of document; all of one type.
class SortOrderBuilder {
 public:
  void AddNumber(std::optional<std::int64_t> value) { numbers_.push_back(value.value_or(kAbsent)); }
  void AddText(const std::optional<std::string>& value);
  // Texts are put in Norwegian alphabetical order, or in that of their bytes.
  void Write(bool alphabetical, SegmentFileWriter* writer) &&;

 private:
  static constexpr std::int64_t kAbsent = INT64_MAX;

  // Puts each text's place in the alphabet where its id was; gives what was compared.
  TextColumnBuilder NumberTexts(bool alphabetical);

  // All documents by value, those of one value by number.
  std::vector<Doc> OrderDocs() const;
  // The same for values from `least` to `least + range`, and for any.
  std::vector<Doc> OrderByCounting(std::int64_t least, std::uint64_t range) const;
  std::vector<Doc> OrderByComparing() const;

  std::vector<std::int64_t> numbers_;  // Or ids of texts.
  TextIds texts_;
};

template <typename Visit>
void SortOrder::WalkRuns(bool descending, std::size_t first, Visit visit) const {
  // So many runs are taken out of the file at once: most have one document.
  constexpr std::size_t kChunk = 512;
  const std::size_t runs = run_starts_.size() - 1;
  std::size_t step = FirstStep(descending, first);
  while (step < runs) {
    const std::size_t count = std::min(kChunk, runs - step);
    const std::size_t lowest = descending ? runs - step - count : step;
    const std::span<const std::uint32_t> starts = run_starts_.Slice(lowest, count + 1);
    const std::span<const Doc> docs = docs_.Slice(starts[0], starts[count] - starts[0]);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t run = descending ? count - 1 - i : i;
      const std::size_t before = descending ? docs_.size() - starts[run + 1] : starts[run];
      const auto here = docs.subspan(starts[run] - starts[0], starts[run + 1] - starts[run]);
      if (!visit(here, before)) return;
    }
    step += count;
  }
}

}  // namespace orgreg::search
