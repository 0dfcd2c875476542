// SPDX-License-Identifier: EUPL-1.2

// The table of statements of one type: the amounts in groups, and what else the statements say,
// with a column for each year. An amount that no statement has is named below the table, with the
// reason.

#pragma once

#include <span>

#include "api/pages/page.h"
#include "api/statements/published.h"
#include "model/statements/served.h"

namespace orgreg::api {

// Fills in the sections of web/templates/parts/statements.tpl. The newest statement comes first.
// The view says whether amounts were withheld.
void FillStatementTable(std::span<const model::ServedStatement> statements, StatementsView view,
                        const Page& page, TemplateDictionary* section);

}  // namespace orgreg::api
