// SPDX-License-Identifier: EUPL-1.2

// Times as HTTP header fields write them.

#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace orgreg::http {

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7). Independent of locale and time zone.
// Years 1970 to 9999. Safe from any thread.
std::string FormatHttpDate(std::time_t seconds);

// Reads any of the three forms of RFC 9110, 5.6.7: that one, "Sunday, 06-Nov-94 08:49:37 GMT"
// and "Sun Nov  6 08:49:37 1994". Nothing for other text, or if the day or time does not exist; the
// weekday need not be the right one. `now` decides the century of a year of two digits. Safe from
// any thread.
std::optional<std::time_t> ParseHttpDate(std::string_view text, std::time_t now);

}  // namespace orgreg::http
