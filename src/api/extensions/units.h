// SPDX-License-Identifier: EUPL-1.2

// One unit of either kind by its number: the answer says whether it is live, deleted, removed or
// unknown. A handler; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome LookUpAnyUnit(const Context& context, Reply* reply);

}  // namespace orgreg::api
