// SPDX-License-Identifier: EUPL-1.2

// The live units directly below an entity, as a search. Pure; safe from any thread.

#pragma once

#include <string_view>

#include "base/values/org_number.h"
#include "model/kind.h"
#include "search/request/query.h"

namespace orgreg::api {

// The parameter that searches by the superior unit.
std::string_view SuperiorParameter(model::Kind kind);

// All units of the kind below the entity; the caller chooses the page.
search::Query QueryBelow(model::Kind kind, base::OrgNumber superior);

}  // namespace orgreg::api
