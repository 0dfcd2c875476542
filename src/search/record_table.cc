#include "search/record_table.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cassert>

namespace orgreg::search {

void RecordTable::Append(base::OrgNumber number, std::string_view bytes) {
  assert(numbers_.empty() || numbers_.back() < number);
  numbers_.push_back(number);
  records_.Append(bytes);
  fingerprints_.push_back(XXH3_64bits(bytes.data(), bytes.size()));
}

std::optional<Doc> RecordTable::Find(base::OrgNumber number) const {
  const auto found = std::ranges::lower_bound(numbers_, number);
  if (found == numbers_.end() || *found != number) return std::nullopt;
  return static_cast<Doc>(found - numbers_.begin());
}

}  // namespace orgreg::search
