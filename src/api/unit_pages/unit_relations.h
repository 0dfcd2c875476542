// SPDX-License-Identifier: EUPL-1.2

// The units above a unit, up to the top, and those directly below it. Safe from any thread.

#pragma once

#include "api/unit_pages/shown_unit.h"
#include "base/result.h"
#include "search/catalog.h"

namespace orgreg::api {

// The most units below that a page lists for each kind; a link leads to the search for all.
inline constexpr std::int64_t kMostBelow = 10;

// Shows ABOVE and BELOW, if there are such units.
base::Status AddRelations(const search::Catalog& catalog, const ShownUnit& on);

}  // namespace orgreg::api
