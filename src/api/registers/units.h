// SPDX-License-Identifier: EUPL-1.2

// Entities and sub-entities: searched and looked up. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

// Of the argument's kind.
Outcome SearchUnits(const Context& context, Reply* reply);
Outcome LookUpUnit(const Context& context, Reply* reply);

}  // namespace orgreg::api
