// Which documents have a key: 64-bit keys that lead back from what a record speaks of to the
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

  // Rising.
  std::span<const Doc> Find(std::uint64_t key) const;
  // The least key that is not below `key`; nothing where there is none.
  std::optional<std::uint64_t> AtOrAfter(std::uint64_t key) const;

 private:
  // How many keys lie before the first one of which `is_past` is true.
  template <typename IsPast>
  std::size_t CountBefore(IsPast is_past) const;

  Array<std::uint64_t> keys_;  // Rising; one for each document that has it.
  Array<Doc> docs_;            // Next to them.
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
