// SPDX-License-Identifier: EUPL-1.2

// Where else a unit is: its record as programs get it, in each media type, and its entries in other
// registers. Safe from any thread.

#pragma once

#include "api/interface/context.h"
#include "api/unit_pages/shown_unit.h"
#include "base/result.h"
#include "search/catalog.h"

namespace orgreg::api {

// Shows SOURCE for each operation, and OFFER for each media type of the record.
void AddSources(const Context& context, const ShownUnit& on);

// Shows VOLUNTARY, PARTY and CADASTRAL, if the registers have the number.
base::Status AddOtherRegisters(const search::Catalog& catalog, const ShownUnit& on);

}  // namespace orgreg::api
