// SPDX-License-Identifier: EUPL-1.2

// The chart of the years of an organisation: its income and its result, as bars. The table of the
// same statements has all numbers (statement_table.h), so the chart adds none.

#pragma once

#include <span>
#include <string_view>

#include "api/pages/page.h"
#include "model/statements/served.h"

namespace orgreg::api {

// Adds the section CHART to `section`, for statements of one type, the newest first. Adds nothing
// for fewer than two years, for amounts in different currencies, or if nothing is other than zero.
// `id` makes the ids of the chart's parts unique on the page.
void AddStatementChart(std::span<const model::ServedStatement> statements, std::string_view id,
                       const Page& page, TemplateDictionary* section);

}  // namespace orgreg::api
