// SPDX-License-Identifier: EUPL-1.2

// The values of a unit that break the rules of their fields. Pure; safe from any thread.

#pragma once

#include "model/codes/value_rule.h"
#include "model/unit.h"

namespace orgreg::model {

// In the order of the field table. Members without a declared field have no rule.
OddValues OddValuesOf(Kind kind, const Unit& unit);

}  // namespace orgreg::model
