// SPDX-License-Identifier: EUPL-1.2

// The history of a unit's own record as a page, as far as the log of changes has it. It has nothing
// of roles, statements or other registers; a unit that was removed from publication has no history.
// It reads the store, so it belongs on a thread of the pool. A handler; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome ShowHistory(const Context& context, Reply* reply);

}  // namespace orgreg::api
