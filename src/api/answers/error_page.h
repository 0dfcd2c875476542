// SPDX-License-Identifier: EUPL-1.2

// A page for people who open an address that gives an error, for when the one in the frame of the
// pages cannot be made (ErrorPages). It has neither scripts nor styles, and what the request says
// is escaped. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "api/answers/problem_json.h"

namespace orgreg::api {

inline constexpr std::string_view kErrorPageType = "text/html;charset=UTF-8";
// Forbids everything that the page does not have.
inline constexpr std::string_view kErrorPagePolicy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// The address of the page is told to no other site.
inline constexpr std::string_view kErrorPageReferrer = "no-referrer";

void AppendErrorPage(const ErrorDetails& error, const ProblemFrame& frame, std::string* out);

}  // namespace orgreg::api
