// SPDX-License-Identifier: EUPL-1.2

// Finds the documents that satisfy a query. Pure functions over unchanging data; any thread.

#pragma once

#include <vector>

#include "search/request/query.h"
#include "search/segment/layers.h"

namespace orgreg::search {

// The documents that satisfy every criterion, without hidden ones.
struct Matches {
  // If names are to be ranked: the matches, best first (name_search.h).
  bool is_ranked = false;
  std::vector<LayeredSet> tiers = {};
  // If not: all matches.
  LayeredSet all = {};
};
Matches FindMatches(const Layers& layers, const Query& query);

// True if matching is expected to take well under a millisecond.
bool IsQuickToMatch(const Layers& layers, const Query& query);

std::size_t Count(const Matches& matches);

// All of them, whatever their rank.
LayeredSet AllOf(const Layers& layers, Matches matches);

}  // namespace orgreg::search
