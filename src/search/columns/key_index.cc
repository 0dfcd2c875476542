// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/key_index.h"

#include <algorithm>

namespace orgreg::search {

KeyIndex::KeyIndex(SectionReader* reader)
    : keys_(reader->Next<std::uint64_t>()), docs_(reader->Next<Doc>()) {}

// Keys are read one by one, so that a look-up does not read the whole file.
template <typename IsPast>
std::size_t KeyIndex::CountBefore(IsPast is_past) const {
  std::size_t low = 0;
  std::size_t high = keys_.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (is_past(keys_[middle])) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

std::span<const Doc> KeyIndex::Find(std::uint64_t key) const {
  const std::size_t begin = CountBefore([key](std::uint64_t at) { return at >= key; });
  if (begin == keys_.size() || keys_[begin] != key) return {};
  const std::size_t end = CountBefore([key](std::uint64_t at) { return at > key; });
  return docs_.Slice(begin, end - begin);
}

std::optional<std::uint64_t> KeyIndex::AtOrAfter(std::uint64_t key) const {
  const std::size_t at = CountBefore([key](std::uint64_t other) { return other >= key; });
  return at == keys_.size() ? std::nullopt : std::optional<std::uint64_t>(keys_[at]);
}

void KeyIndexBuilder::Write(SegmentFileWriter* writer) && {
  std::ranges::sort(pairs_);
  std::vector<std::uint64_t> keys;
  std::vector<Doc> docs;
  keys.reserve(pairs_.size());
  docs.reserve(pairs_.size());
  for (const auto& [key, doc] : pairs_) {
    keys.push_back(key);
    docs.push_back(doc);
  }
  pairs_ = {};
  writer->Write(keys);
  writer->Write(docs);
}

}  // namespace orgreg::search
