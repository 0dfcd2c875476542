// SPDX-License-Identifier: EUPL-1.2

// The controls that set the filters of a search: web/templates/parts/search_filters.tpl. They are a
// part of the search page, and a page of their own for a script that puts them there with counts.

#pragma once

#include "api/pages/page.h"
#include "api/search_filters/filter_counts.h"
#include "api/search_filters/search_request.h"

namespace orgreg::api {

// `counts` is null if none are shown. What the address has and no control shows is carried along.
void AddFilterControls(const SearchRequest& request, const FilterCounts* counts, Page* page);

}  // namespace orgreg::api
