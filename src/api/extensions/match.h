// SPDX-License-Identifier: EUPL-1.2

// Many numbers and names at once: a body of any length, with an answer that has a line for each of
// its lines. A handler; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome MatchUnits(const Context& context, Reply* reply);

}  // namespace orgreg::api
