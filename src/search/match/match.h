// Finds what satisfies a query. Pure functions over unchanging data; any thread.

#pragma once

#include <vector>

#include "search/request/query.h"
#include "search/segment/layers.h"

namespace orgreg::search {

// What satisfies every criterion, without what is hidden.
struct Matches {
  // Where names are to be ranked: the matches, best first (name_search.h).
  bool is_ranked = false;
  std::vector<LayeredSet> tiers = {};
  // Otherwise.
  LayeredSet all = {};
};
Matches FindMatches(const Layers& layers, const Query& query);

// True where that takes well under a millisecond, as far as that is known beforehand.
bool IsQuickToMatch(const Layers& layers, const Query& query);

std::size_t Count(const Matches& matches);

// All of them, however good.
LayeredSet AllOf(const Layers& layers, Matches matches);

}  // namespace orgreg::search
