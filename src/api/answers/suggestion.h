// SPDX-License-Identifier: EUPL-1.2

// What a client probably meant by a wrong parameter or value. Safe from any thread.

#pragma once

#include <string>

#include "search/request/parameter.h"
#include "search/request/problem.h"

namespace orgreg::api {

// The nearest known name, code or form of the value; empty if nothing is near. `known` are the
// parameters of the operation.
std::string SuggestionFor(const search::Problem& problem, const search::ParameterTable& known);

}  // namespace orgreg::api
