// SPDX-License-Identifier: EUPL-1.2

// Words for a statement, from the texts that are served. Pure; safe from any thread.

#pragma once

#include <string>

#include "api/pages/page_language.h"
#include "model/statements/served.h"

namespace orgreg::api {

// "2024" for a calendar year; otherwise the first day and the last one.
std::string YearText(const model::ServedStatement& statement, PageLanguage language);
// "01.01.2024–31.12.2024".
std::string PeriodText(const model::ServedStatement& statement, PageLanguage language);
// An amount in the form of the language; empty if the statement does not have it.
std::string AmountTextOf(const model::ServedStatement& statement, model::StatementAmount amount,
                         PageLanguage language);

}  // namespace orgreg::api
