// SPDX-License-Identifier: EUPL-1.2

// An organisation number as people write it. A pure function; safe from any thread.

#pragma once

#include <optional>
#include <string_view>

#include "base/values/org_number.h"

namespace orgreg::api {

// Nine digits, perhaps with spaces, points or hyphens between them, after NO, before MVA.
std::optional<base::OrgNumber> NumberIn(std::string_view text);

}  // namespace orgreg::api
