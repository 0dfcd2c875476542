// SPDX-License-Identifier: EUPL-1.2

// The first page: a box to search in, and ways into the register. A handler; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome ShowStart(const Context& context, Reply* reply);

}  // namespace orgreg::api
