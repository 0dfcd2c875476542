// SPDX-License-Identifier: EUPL-1.2

// What pages may do in a browser (Content-Security-Policy), and the header fields that say so.

#pragma once

#include <string_view>

#include "api/interface/outcome.h"

namespace orgreg::api {

// A page loads only what this server sends, runs no script and no style that stands in it, sends
// forms only to it, and is shown in no other page. The images of the interactive reference stand
// in its style.
inline constexpr std::string_view kSitePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

inline void AddPageFields(Reply* reply) {
  reply->AddHeader("Content-Security-Policy", kSitePolicy);
  reply->AddHeader("Referrer-Policy", "no-referrer");
}

}  // namespace orgreg::api
