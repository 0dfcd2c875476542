// SPDX-License-Identifier: EUPL-1.2

// Finds the documents that have a key: 64-bit keys that lead from a record's content back to the
// record (records/readers/supplement.h). A view of a segment file, unchanging and for any number of
// threads; a builder fills one in order of document.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/file/array.h"
#include "search/file/segment_file.h"

namespace orgreg::search {

class KeyIndex {
 public:
  KeyIndex() = default;
  explicit KeyIndex(SectionReader* reader);

  // The documents with the key, ascending.
  std::span<const Doc> Find(std::uint64_t key) const;
  // The least key that is not below `key`; nothing if there is none.
  std::optional<std::uint64_t> AtOrAfter(std::uint64_t key) const;

 private:
  // The number of keys before the first one for which `is_past` is true.
  template <typename IsPast>
  std::size_t CountBefore(IsPast is_past) const;

  Array<std::uint64_t> keys_;  // Ascending; one for each document with the key.
  Array<Doc> docs_;            // The documents of the keys.
};

class KeyIndexBuilder {
 public:
  void Add(Doc doc, std::span<const std::uint64_t> keys) {
    for (const std::uint64_t key : keys) pairs_.emplace_back(key, doc);
  }
  void Write(SegmentFileWriter* writer) &&;

 private:
  std::vector<std::pair<std::uint64_t, Doc>> pairs_;
};

}  // namespace orgreg::search
