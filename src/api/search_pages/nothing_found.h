// SPDX-License-Identifier: EUPL-1.2

// Help for a search that finds nothing: names that are spelled nearly so, places and industries
// with that name, what each filter does, and values that cannot find anything. The section NOTHING
// of web/templates/search.tpl.

#pragma once

#include "api/pages/page.h"
#include "api/search_filters/search_request.h"
#include "base/result.h"

namespace orgreg::api {

// The error of a damaged segment.
base::Status AddHelp(const Context& context, const SearchRequest& request, Page* page);

// Searches by place or industry that the text names, for a search that has results, too.
base::Status AddPlacesNamed(const Context& context, const SearchRequest& request, Page* page);

}  // namespace orgreg::api
