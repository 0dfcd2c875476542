// SPDX-License-Identifier: EUPL-1.2

// Reads the parameters of a request, as the row of the route declares them: in the path, and in the
// query. Pure functions; safe from any thread.
//
//   const auto asked = TRY(Ask(context));

#pragma once

#include <string_view>
#include <utility>

#include "api/answers/errors.h"
#include "api/interface/context.h"
#include "api/interface/route.h"
#include "search/request/parse_parameters.h"
#include "search/request/problem.h"

namespace orgreg::api {

// The values, or every problem; TRY hands the problems on.
struct Asked {
  search::Values values;
  search::Problems problems = {};

  explicit operator bool() const { return problems.empty(); }
  search::Values&& value() && { return std::move(values); }
  search::Problems&& error() && { return std::move(problems); }
};
Asked Ask(const Context& context);
// All parameters of the operation.
search::ParameterTable ParametersOf(const Context& context);

// What a row takes to search the argument's kind: all its filters and sort keys.
DerivedParameters FiltersAndOrder(const RouteArgument& argument);

// For requests whose query is ignored.
Asked AskPath(const Context& context);

// A path that does not decode to UTF-8 without NUL is refused like every other invalid parameter
// (spec, Errors: 400 applies to all endpoints): a problem for each segment that does not decode. A
// segment that is missing in the style's path, which may be truncated, has the path's own name.
search::Problems UndecodableSegments(std::string_view raw_path, const ErrorStyle& style);

}  // namespace orgreg::api
