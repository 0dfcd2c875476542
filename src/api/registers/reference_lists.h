// SPDX-License-Identifier: EUPL-1.2

// Organisation forms, municipalities and the codes of roles: listed and looked up by code.
// Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

// The argument's list; for organisation forms, those of its kind if it has one.
Outcome ListCodes(const Context& context, Reply* reply);
Outcome LookUpCode(const Context& context, Reply* reply);

// The columns of the argument's list, by which it can be sorted.
DerivedParameters SortedBy(const RouteArgument& argument);

}  // namespace orgreg::api
