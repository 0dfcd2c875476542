// SPDX-License-Identifier: EUPL-1.2

// The roles in an entity, and those that it holds in others. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome LookUpRoles(const Context& context, Reply* reply);
Outcome ListLegalRoles(const Context& context, Reply* reply);

}  // namespace orgreg::api
