// SPDX-License-Identifier: EUPL-1.2

// The form and the language in which a client wants an error explained. Pure; safe from any thread.

#pragma once

#include <string_view>

#include "api/answers/messages.h"
#include "http/message/request.h"

namespace orgreg::api {

inline constexpr std::string_view kProblemJson = "application/problem+json";  // RFC 9457.

// True if Accept names problem+json, and wants it more than `usual`, the type that the error has
// otherwise: by a higher quality, or by the same one and an earlier place.
bool AsksForProblem(const http::Request& request, std::string_view usual);

// True for a browser that opens a page: it says so, names text/html, and wants it more than JSON.
bool AsksForPage(const http::Request& request);

// The language that Accept-Language wants most; `usual` if it wants neither or both alike.
Language LanguageFor(const http::Request& request, Language usual);

}  // namespace orgreg::api
