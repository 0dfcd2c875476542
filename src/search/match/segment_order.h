// SPDX-License-Identifier: EUPL-1.2

// Parts of a set of one segment's documents, in an order: at most `count` from index `first` on.
// Pure functions over unchanging data; any thread.

#pragma once

#include <span>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/request/query.h"
#include "search/segment/segment.h"

namespace orgreg::search {

// In order of preference, the lower first.
std::vector<Doc> SliceByPreference(const NameIndex& names, const DocSet& docs, std::size_t first,
                                   std::size_t count);
// The `count` most preferred of documents in any order, or all if they are fewer.
std::vector<Doc> MostPreferred(const NameIndex& names, std::span<const Doc> docs,
                               std::size_t count);

// In order of the keys, the first deciding, then of number.
std::vector<Doc> SliceByKeys(const Segment& segment, const DocSet& docs,
                             std::span<const SortBy> keys, std::size_t first, std::size_t count);

}  // namespace orgreg::search
