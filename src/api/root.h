// SPDX-License-Identifier: EUPL-1.2

// The root of the interface, and the notes on its versions. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome ShowRoot(const Context& context, Reply* reply);
Outcome ShowVersionNotes(const Context& context, Reply* reply);
Outcome ShowPlanNotes(const Context& context, Reply* reply);

}  // namespace orgreg::api
