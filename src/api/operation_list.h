// SPDX-License-Identifier: EUPL-1.2

// The rows of the routes as JSON, for programs: tests compare answers with them, and documents
// derive from them. Pure.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/interface/route.h"
#include "search/request/parameter.h"

namespace orgreg::api {

// The statuses that the operation answers with besides those of its row.
std::vector<std::uint16_t> UsualStatuses(const RouteRow& row);

// The parameters of the operation: its own rows, then those that are derived.
std::vector<search::ParameterRow> AllParameters(const RouteRow& row);

// A list with an object for each operation, one on each line: "operation", "pattern", "methods" (as
// in Allow), "statuses" of the row, "usualStatuses", "types" (the media types of 200 and 206),
// "errorTypes", "body" and "parameters".
std::string OperationsAsJson();

}  // namespace orgreg::api
