// SPDX-License-Identifier: EUPL-1.2

// Whether an organisation may be shown at all, and whether as a live one: its entries in other
// registers disappear when it is removed from publication (spec, Deleted and removed records), and
// the register of non-profits has no active entry of a struck-off entity (docs/choices.md). Safe
// from any thread.

#pragma once

#include <optional>

#include "base/result.h"
#include "base/values/date.h"
#include "base/values/org_number.h"
#include "model/unit.h"
#include "search/catalog.h"

namespace orgreg::api {

// True if the entity or sub-entity of the number is removed. An unknown organisation is not
// removed.
base::Result<bool> IsRemoved(const search::Catalog& catalog, base::OrgNumber number);

// The entity as the catalog has it, if it is in that state; nothing otherwise.
base::Result<std::optional<model::Unit>> EntityInState(const search::Catalog& catalog,
                                                       base::OrgNumber number, model::State state);

// The day on which the entity of the number was struck off; nothing if it was not.
base::Result<std::optional<base::Date>> StruckOffOn(const search::Catalog& catalog,
                                                    base::OrgNumber number);

}  // namespace orgreg::api
