// Reads what a request asks of an operation, as the row of the route declares it: what stands in
// the path, and the query. Pure functions; safe from any thread.
//
//   const auto asked = TRY(Ask(context));

#pragma once

#include <string_view>
#include <utility>

#include "api/answers/errors.h"
#include "api/interface/context.h"
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
// Where the query does not matter.
Asked AskPath(const Context& context);

// A path that does not decode to UTF-8 without NUL is refused as every other invalid parameter is
// (spec, Errors: 400 applies to all endpoints): a problem for each segment that does not decode.
// Segments that the style's path, which may be cut off, does not have are called by the path's own
// name.
search::Problems UndecodableSegments(std::string_view raw_path, const ErrorStyle& style);

}  // namespace orgreg::api
