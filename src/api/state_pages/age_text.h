// SPDX-License-Identifier: EUPL-1.2

// How long ago something was, and how large something is, as people say it. Pure; safe from any
// thread.

#pragma once

#include <cstdint>
#include <string>

#include "api/pages/page_language.h"

namespace orgreg::api {

// In the largest unit of which at least one has passed: "5 minutes ago", "for 2 døgn siden". Less
// than a minute, and the future, are "just now". Milliseconds since 1970, UTC.
std::string AgeText(std::int64_t time_ms, std::int64_t now_ms, PageLanguage language);

// In units of a thousand with one decimal below ten: "812 B", "4,2 MB", "35 MB"; in English
// "4.2 MB".
std::string SizeText(std::uint64_t bytes, PageLanguage language);

}  // namespace orgreg::api
