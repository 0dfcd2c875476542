// Answers a query from one segment. Pure functions over unchanging data; any thread.

#pragma once

#include <vector>

#include "search/query.h"
#include "search/segment.h"

namespace orgreg::search {

// The documents that satisfy every criterion.
DocSet FindMatches(const Segment& segment, const Query& query);

// The documents of the wanted page, in order. Equal keys come in order of number, so that
// paging never repeats or skips a record.
std::vector<Doc> PickPage(const Segment& segment, const DocSet& matches, const PageRequest& page);

}  // namespace orgreg::search
