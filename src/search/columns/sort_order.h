// SPDX-License-Identifier: EUPL-1.2

// The documents of a segment in the order of one sort key. Absent values come last in both
// directions, and equal values come in order of organisation number in both, so that paging never
// repeats or skips a record. Ranks are compared inside a segment, the values themselves between
// segments. The order is a view of a segment file, unchanging and for any number of threads; a
// builder collects one.

#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/columns/text_column.h"
#include "search/columns/text_ids.h"
#include "search/file/segment_file.h"

namespace orgreg::search {

class SortOrder {
 public:
  SortOrder() = default;
  explicit SortOrder(SectionReader* reader)
      : ranks_(reader),
        docs_(reader->Next<Doc>()),
        run_starts_(reader->Next<std::uint32_t>()),
        least_(reader->Next<std::int64_t>()),
        numbers_(reader),
        texts_(reader) {}

  // The position of a document's value among all values, the least first: equal values share a
  // rank, and absent ones have the highest.
  std::uint32_t Rank(Doc doc) const { return static_cast<std::uint32_t>(ranks_[doc]); }

  void PrefetchRank(Doc doc) const { ranks_.Prefetch(doc); }
  // The ranks of all documents, for readers of many.
  Numbers::Verified AllRanks() const { return ranks_.All(); }

  // Every rank below this one belongs to a value that is not absent.
  std::uint32_t PresentRanks() const {
    return static_cast<std::uint32_t>(std::max(numbers_.size(), texts_.size()));
  }

  // Compares the values with these ranks in two orders of the same sort key, the greater value
  // first if `descending`.
  static std::strong_ordering Compare(const SortOrder& a, std::uint32_t rank_a, const SortOrder& b,
                                      std::uint32_t rank_b, bool descending);

  // A value of the key, which means the same in every segment: the first if it is absent; for a
  // text, what is compared.
  using Value = std::variant<std::monostate, std::int64_t, std::string>;
  Value ValueOf(Doc doc) const;

  // The place of a value in a walk: its run, or if no document has the value, the run after it.
  struct Place {
    std::uint32_t step = 0;  // The number of runs before it.
    std::size_t first = 0;   // The number of documents in them.
    bool has_value = false;  // The run has the value itself.
  };
  Place Find(const Value& value, bool descending) const;
  // The number of runs that come before the document's in a walk.
  std::uint32_t StepOf(Doc doc, bool descending) const {
    const std::uint32_t rank = Rank(doc);
    const std::uint32_t turned = descending ? PresentRanks() : 0;
    return rank < turned ? turned - 1 - rank : rank;
  }

  // Calls `visit` with each run of documents of equal value, in the wanted direction, the documents
  // of a run ascending, and with the number of documents before the run; stops when `visit` returns
  // false. Begins with the run that contains the document at index `first`.
  template <typename Visit>
  void WalkRuns(bool descending, std::size_t first, Visit visit) const;

 private:
  // The runs in the wanted direction. The place of a run is that of its first document.
  struct Steps {
    std::size_t turned = 0;  // The number of lowest runs, which come in reverse order.

    std::size_t RunAt(std::size_t step) const { return step < turned ? turned - 1 - step : step; }
  };
  Steps StepsOf(bool descending) const { return {.turned = descending ? PresentRanks() : 0U}; }
  // The number of documents before a run.
  std::size_t PlaceOf(std::size_t run, const Steps& steps) const {
    const bool is_turned = run < steps.turned;
    return is_turned ? run_starts_[steps.turned] - run_starts_[run + 1] : run_starts_[run];
  }
  std::size_t FirstStep(const Steps& steps, std::size_t first) const;

  // The value with a rank below PresentRanks(), if the key is no text.
  std::int64_t Number(std::uint32_t rank) const;
  // The first rank whose value is not less; PresentRanks() for an absent value.
  std::uint32_t LowerBound(const Value& value) const;
  bool HasValue(std::uint32_t rank, const Value& value) const;

  Numbers ranks_;                    // By document.
  Array<Doc> docs_;                  // By rank, then document.
  Array<std::uint32_t> run_starts_;  // Indexes of docs_, by rank; one more at the end.
  Array<std::int64_t> least_;        // The least value, if the key is no text and has values.
  Numbers numbers_;                  // The distance of each value from it, by rank.
  TextColumn texts_;                 // By rank, if the key is a text: what is compared.
};

// Collects one value for each document, in order of document; all of one type.
class SortOrderBuilder {
 public:
  void AddNumber(std::optional<std::int64_t> value);
  void AddText(const std::optional<std::string>& value);
  // Texts are sorted alphabetically in Norwegian, or by their bytes.
  void Write(bool alphabetical, SegmentFileWriter* writer) &&;

 private:
  // An absent value among numbers: greater than any other.
  static constexpr std::int64_t kAbsent = INT64_MAX;

  // Replaces each text's id by its alphabetical position; returns the compared texts.
  TextColumnBuilder NumberTexts(bool alphabetical);

  // All documents by value, equal values by number.
  std::vector<Doc> OrderDocs() const;
  // The same for values from `least` to `least + range`, and for any values.
  std::vector<Doc> OrderByCounting(std::int64_t least, std::uint64_t range) const;
  std::vector<Doc> OrderByComparing() const;

  std::vector<std::int64_t> numbers_;  // Or ids of texts.
  TextIds texts_;
};

template <typename Visit>
void SortOrder::WalkRuns(bool descending, std::size_t first, Visit visit) const {
  // This many runs are read from the file at once: most have one document.
  constexpr std::size_t kChunk = 512;
  const std::size_t runs = run_starts_.size() - 1;
  const Steps steps = StepsOf(descending);
  std::size_t step = FirstStep(steps, first);
  while (step < runs) {
    // Reversed runs are adjacent in the file only to each other.
    const bool is_turned = step < steps.turned;
    const std::size_t count = std::min(kChunk, (is_turned ? steps.turned : runs) - step);
    const std::size_t lowest = std::min(steps.RunAt(step), steps.RunAt(step + count - 1));
    const std::span<const std::uint32_t> starts = run_starts_.Slice(lowest, count + 1);
    const std::span<const Doc> docs = docs_.Slice(starts[0], starts[count] - starts[0]);
    std::size_t before = PlaceOf(steps.RunAt(step), steps);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t run = is_turned ? count - 1 - i : i;
      const std::size_t begin = starts[run] - starts[0];
      const std::size_t end = starts[run + 1] - starts[0];
      if (begin > end || end > docs.size()) ThrowDamaged();
      const auto here = docs.subspan(begin, end - begin);
      if (!visit(here, before)) return;
      before += here.size();
    }
    step += count;
  }
}

}  // namespace orgreg::search
