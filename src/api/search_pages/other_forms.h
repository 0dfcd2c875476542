// SPDX-License-Identifier: EUPL-1.2

// The results of a search in other forms: links to the operations that have them, and the call that
// a program makes. The section FORMS of web/templates/search.tpl.

#pragma once

#include "api/pages/page.h"
#include "api/search_filters/search_request.h"

namespace orgreg::api {

void AddOtherForms(const Context& context, const SearchRequest& request, Page* page);

}  // namespace orgreg::api
