// SPDX-License-Identifier: EUPL-1.2

// The reference lists on one page: codes and texts, each with the address at which programs get it.
// A handler; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome ShowLists(const Context& context, Reply* reply);

}  // namespace orgreg::api
