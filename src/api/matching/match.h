// SPDX-License-Identifier: EUPL-1.2

// Many numbers and names at once: a body of any length, with an answer that has a line for each of
// its lines. A handler; see context.h.

#pragma once

#include <string_view>

#include "api/interface/context.h"

namespace orgreg::api {

// A body in CSV, for documents.
inline constexpr std::string_view kMatchCsvExample = "number\n972693715\n";

Outcome MatchUnits(const Context& context, Reply* reply);

}  // namespace orgreg::api
