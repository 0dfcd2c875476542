// Answers a query from one segment. Pure functions over unchanging data; any thread.

#pragma once

#include <vector>

#include "search/query.h"
#include "search/segment.h"

namespace orgreg::search {

// What satisfies every criterion.
struct Matches {
  DocSet all;
  // Where a name was asked for: the matches, best first (name_search.h).
  std::vector<DocSet> tiers;
};
Matches FindMatches(const Segment& segment, const Query& query);

// The documents of the wanted page, in order: by the keys asked for; otherwise by how well
// the name matches; otherwise by number. Equal keys come in order of number, so that
// paging never repeats or skips a record.
std::vector<Doc> PickPage(const Segment& segment, const Matches& matches, const PageRequest& page);

}  // namespace orgreg::search
