// SPDX-License-Identifier: EUPL-1.2

// What pages may do in a browser (Content-Security-Policy). A constant.

#pragma once

#include <string_view>

namespace orgreg::api {

// A page loads only what this server sends, runs no script and no style that stands in it, sends
// no form, and is shown in no other page. The images of the interactive reference stand
// in its style.
inline constexpr std::string_view kSitePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

}  // namespace orgreg::api
