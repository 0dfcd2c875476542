// SPDX-License-Identifier: EUPL-1.2

// Finds the documents whose value is in a range: days, or numbers of employees. The index is a view
// of a segment file, unchanging and for any number of threads; a builder collects one.
//
// Documents are stored in order of value, and at regular steps there is a bitmap of all earlier
// ones. So every range costs the same: the difference of two bitmaps, corrected at both ends.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/file/segment_file.h"

namespace orgreg::search {

class RangeIndex {
 public:
  // The value of a document without one.
  static constexpr std::int32_t kAbsent = INT32_MIN;

  RangeIndex() = default;
  // `universe` is the number of documents in the segment.
  RangeIndex(std::size_t universe, SectionReader* reader)
      : universe_(universe),
        values_(reader->Next<std::int32_t>()),
        docs_(reader->Next<Doc>()),
        bitmaps_(reader->Next<std::uint64_t>()) {}

  // Both ends are included; `low` is above kAbsent.
  DocSet Find(std::int32_t low, std::int32_t high) const;
  // Keeps only the same documents in `docs`; cheaper if these are few.
  void Keep(std::int32_t low, std::int32_t high, DocSet* docs) const;

  // The value of each document.
  std::span<const std::int32_t> Values() const { return values_.All(); }
  // The documents with a value, in order of value.
  std::span<const Doc> InOrder() const { return docs_.All(); }

 private:
  friend class RangeIndexBuilder;

  // The number of documents between two bitmaps.
  static constexpr std::size_t kStep = 16'384;

  // The number of documents with a lesser value.
  std::size_t CountBelow(std::int64_t value) const;
  // The bitmap next to a place of the order, and the documents between the two.
  struct Near {
    bool is_later = false;  // The place comes after the bitmap's.
    std::span<const Doc> docs = {};
    std::span<const std::uint64_t> bits = {};  // Empty for the beginning of the order.
  };
  Near NearTo(std::size_t place) const;
  // One bit for each document, set from one place of the order to another, which is more than kStep
  // after it.
  std::vector<std::uint64_t> BitsBetween(std::size_t first, std::size_t last) const;

  std::size_t universe_ = 0;
  Array<std::int32_t> values_;    // By document.
  Array<Doc> docs_;               // Documents with a value, by value, then number.
  Array<std::uint64_t> bitmaps_;  // Of the first kStep, 2 kStep … of docs_.
};

// Takes the values of all documents in order.
class RangeIndexBuilder {
 public:
  void Add(std::int32_t value) { values_.push_back(value); }
  void Write(SegmentFileWriter* writer) &&;

 private:
  std::vector<std::int32_t> values_;
};

}  // namespace orgreg::search
