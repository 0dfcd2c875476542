// Parts of a set of one segment's documents, in an order: what stands at `first` and after,
// `count` at most. Pure functions over unchanging data; any thread.

#pragma once

#include <span>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/request/query.h"
#include "search/segment/segment.h"

namespace orgreg::search {

// The lower preference first.
std::vector<Doc> SliceByPreference(const NameIndex& names, const DocSet& docs, std::size_t first,
                                   std::size_t count);

// By the keys, the first deciding, then by number.
std::vector<Doc> SliceByKeys(const Segment& segment, const DocSet& docs,
                             std::span<const SortBy> keys, std::size_t first, std::size_t count);

}  // namespace orgreg::search
