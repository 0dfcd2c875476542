// SPDX-License-Identifier: EUPL-1.2

// What is wrong with a search, for people: the sentences of the register's errors, with the names
// of controls in place of those of parameters. Pure.

#pragma once

#include <string_view>

#include "api/pages/dictionary.h"
#include "api/pages/page.h"
#include "api/pages/page_language.h"
#include "api/search_filters/search_request.h"

namespace orgreg::api {

// At the head of the page: kMostProblemsShown of them, and the number of the others.
void AddProblems(const SearchRequest& request, Page* page);

// Those of one parameter, at its control: at most kMostProblemsShown.
void AddProblemOf(std::string_view parameter, const SearchRequest& request, PageLanguage language,
                  TemplateDictionary* control);

}  // namespace orgreg::api
