// SPDX-License-Identifier: EUPL-1.2

// The page of a unit of either kind: its whole record, who runs it, and what belongs to it. A
// deleted unit has what is left of its record (200); of one that was removed from publication
// nothing is shown (410). A handler; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome ShowUnit(const Context& context, Reply* reply);

}  // namespace orgreg::api
