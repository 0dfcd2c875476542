// SPDX-License-Identifier: EUPL-1.2

// The results of a search as rows of a page: what tells one unit from another. The section RESULT
// of web/templates/search.tpl.

#pragma once

#include "api/pages/page.h"
#include "base/result.h"
#include "search/catalog.h"

namespace orgreg::api {

// The error of a damaged segment.
base::Status AddResults(const search::Catalog& catalog, const search::Page& found, Page* page);

}  // namespace orgreg::api
