#include "search/record_table.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cassert>

namespace orgreg::search {

void RecordTable::Append(base::OrgNumber number, std::string_view bytes) {
  assert(numbers_.empty() || numbers_.back() < number);
  numbers_.push_back(number);
  bytes_.append(bytes);
  ends_.push_back(bytes_.size());
  fingerprints_.push_back(XXH3_64bits(bytes.data(), bytes.size()));
}

std::optional<Doc> RecordTable::Find(base::OrgNumber number) const {
  const auto found = std::ranges::lower_bound(numbers_, number);
  if (found == numbers_.end() || *found != number) return std::nullopt;
  return static_cast<Doc>(found - numbers_.begin());
}

std::string_view RecordTable::Bytes(Doc doc) const {
  const std::uint64_t start = doc == 0 ? 0 : ends_[doc - 1];
  return std::string_view(bytes_).substr(start, ends_[doc] - start);
}

}  // namespace orgreg::search
