// The organisation number that a path ends in or goes through. Pure.

#pragma once

#include <optional>

#include "api/interface/context.h"
#include "base/values/org_number.h"
#include "search/request/problem.h"

namespace orgreg::api {

// The first capture of the route. Nothing, with the problem told before all others, where it
// is not nine digits.
std::optional<base::OrgNumber> NumberInPath(const Context& context, search::Problems* problems);

}  // namespace orgreg::api
