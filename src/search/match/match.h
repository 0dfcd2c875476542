// SPDX-License-Identifier: EUPL-1.2

// Finds the documents that satisfy a query. Pure functions over unchanging data; any thread.

#pragma once

#include <cstddef>

#include "search/match/name_search.h"
#include "search/request/query.h"
#include "search/segment/layers.h"

namespace orgreg::search {

// The documents that satisfy every criterion, without hidden ones.
LayeredSet FindAll(const Layers& layers, const Query& query);

// The same for the page of a query.
struct Matches {
  // If names are to be ranked: all matches, the best in order as far as the page needs it
  // (name_search.h).
  bool is_ranked = false;
  FoundNames names = {};
  // If not: all matches.
  LayeredSet all = {};
};
Matches FindMatches(const Layers& layers, const Query& query);

// True if matching is expected to take well under a millisecond.
bool IsQuickToMatch(const Layers& layers, const Query& query);

std::size_t Count(const Matches& matches);

}  // namespace orgreg::search
