// What is wrong with a path that does not decode to UTF-8 without NUL: it is refused as every other
// invalid parameter is (spec, Errors: 400 applies to all endpoints). Pure; safe from any thread.

#pragma once

#include <string_view>

#include "api/answers/errors.h"
#include "search/request/problem.h"

namespace orgreg::api {

// A problem for each segment that does not decode. Segments that the style's path, which may be cut
// off, does not have are called by the path's own name.
search::Problems UndecodableSegments(std::string_view raw_path, const ErrorStyle& style);

}  // namespace orgreg::api
