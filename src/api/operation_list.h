// SPDX-License-Identifier: EUPL-1.2

// The rows of the routes as JSON, for programs: tests compare answers with them. Pure.

#pragma once

#include <string>

namespace orgreg::api {

// A list with an object for each operation, one on each line: "operation", "pattern", "methods" (as
// in Allow), "statuses" of the row, "usualStatuses", "types" (the media types of 200 and 206),
// "errorTypes", "body" and "parameters".
std::string OperationsAsJson();

}  // namespace orgreg::api
