// SPDX-License-Identifier: EUPL-1.2

#include "search/request/parse_page.h"

#include <algorithm>

namespace orgreg::search {

PageRequest PageOf(const Values& values) {
  PageRequest page;
  const ParameterRow* const size = values.table().Find(model::kSizeParameter);
  if (size != nullptr) page.size = values.Whole(*size);
  page.number = values.Whole(kPageRow);
  page.is_asked_for = values.Has(kSizeRow) || values.Has(kPageRow);
  for (const Value& value : values.all()) {
    if (value.row->takes != Takes::kSort) continue;
    const SortBy sort{.key = static_cast<std::size_t>(value.whole / 2),
                      .descending = value.whole % 2 != 0};
    // A repeated key has no effect.
    if (std::ranges::find(page.sort, sort.key, &SortBy::key) == page.sort.end()) {
      page.sort.push_back(sort);
    }
  }
  return page;
}

}  // namespace orgreg::search
