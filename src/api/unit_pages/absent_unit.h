// SPDX-License-Identifier: EUPL-1.2

// The page in place of a unit's: the number is none (400), nobody has it (404), or its unit was
// removed from publication (410).

#pragma once

#include "api/interface/context.h"
#include "base/values/org_number.h"

namespace orgreg::api {

// The address has no organisation number; it is read from the request.
Outcome ShowWrongNumber(const Context& context, Reply* reply);
Outcome ShowUnknownUnit(const Context& context, base::OrgNumber number, Reply* reply);
// Shows nothing of the unit but its number.
Outcome ShowRemovedUnit(const Context& context, base::OrgNumber number, Reply* reply);

}  // namespace orgreg::api
