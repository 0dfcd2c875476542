// SPDX-License-Identifier: EUPL-1.2

// Sorts matches and picks a page of them. Pure functions over unchanging data; any thread.

#pragma once

#include <span>
#include <vector>

#include "search/match/match.h"

namespace orgreg::search {

// The places of the wanted page, in order: by the requested keys; otherwise by the rank of the
// name; otherwise by number. Equal keys come in order of number, so that paging never repeats or
// skips a record.
std::vector<Place> PickPage(const Layers& layers, const Matches& matches, const PageRequest& page);

// True if `a` comes before `b` in the order of the keys, the first deciding, then of number.
bool ComesBefore(const Layers& layers, const Place& a, const Place& b,
                 std::span<const SortBy> keys);

}  // namespace orgreg::search
