// SPDX-License-Identifier: EUPL-1.2

// The fields of a unit's record on its page: in groups, with the meaning of each. Safe from any
// thread.

#pragma once

#include "api/unit_pages/shown_unit.h"

namespace orgreg::api {

// Shows a GROUP for each part that has a value.
void AddFields(const ShownUnit& on);

}  // namespace orgreg::api
