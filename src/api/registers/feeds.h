// SPDX-License-Identifier: EUPL-1.2

// The feeds of changes: entities, sub-entities and roles. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

// Of the argument's kind.
Outcome ListUpdates(const Context& context, Reply* reply);
Outcome ListRoleUpdates(const Context& context, Reply* reply);

}  // namespace orgreg::api
