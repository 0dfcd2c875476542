// SPDX-License-Identifier: EUPL-1.2

// The orders and the sizes of a page that a search page offers. The sections SORT_CHOICE,
// SORT_FURTHER and SIZE_CHOICE of web/templates/search.tpl.

#pragma once

#include "api/pages/page.h"
#include "api/search_filters/search_request.h"

namespace orgreg::api {

void AddSortChoices(const SearchRequest& request, Page* page);

}  // namespace orgreg::api
