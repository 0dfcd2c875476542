// SPDX-License-Identifier: EUPL-1.2

// The search page of either kind of unit, and its filters alone. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

// Of the argument's kind.
Outcome ShowSearch(const Context& context, Reply* reply);
// The filters with counts, for a script that puts them into the page.
Outcome ShowSearchFilters(const Context& context, Reply* reply);

}  // namespace orgreg::api
