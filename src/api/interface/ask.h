// Reads what a request asks of an operation, as the row of the route declares it: what stands in
// the path, and the query. Pure functions; safe from any thread.
//
//   const auto asked = TRY(Ask(context));

#pragma once

#include <utility>

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

}  // namespace orgreg::api
