// SPDX-License-Identifier: EUPL-1.2

// What is wrong with a search, for people: the sentences of the register's errors, which are in
// Bokmål and English. Pure.

#pragma once

#include <string_view>

#include "api/pages/dictionary.h"
#include "api/pages/page.h"
#include "search/request/problem.h"

namespace orgreg::api {

// All of them, at the head of the page.
void AddProblems(const search::Problems& problems, Page* page);

// Those of one parameter, at its control.
void AddProblemOf(std::string_view parameter, const search::Problems& problems,
                  PageLanguage language, TemplateDictionary* control);

}  // namespace orgreg::api
