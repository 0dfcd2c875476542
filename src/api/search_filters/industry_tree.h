// SPDX-License-Identifier: EUPL-1.2

// The industrial classification as a tree of boxes. Sections are folded; a section shows its
// divisions, and a division its finer codes, if one of them is set or asked for. A box stands for
// its code and all below it, as in the search.

#pragma once

#include <functional>
#include <set>
#include <string>

#include "api/pages/page.h"
#include "api/search_filters/filter_counts.h"
#include "api/search_filters/filter_table.h"
#include "api/search_filters/search_request.h"

namespace orgreg::api {

// Adds it to a group of filters. With counts, codes without results are left out, and all sections
// show their divisions; without counts and an industry to open, it has only the codes that are set.
// Returns the codes of the address that have a box.
std::set<std::string, std::less<>> AddIndustryTree(const SearchRequest& request,
                                                   const KindFilter& filter,
                                                   const FilterCounts* counts, Page* page,
                                                   TemplateDictionary* group);

}  // namespace orgreg::api
