// Times as HTTP header fields write them.

#pragma once

#include <ctime>
#include <string>

namespace orgreg::http {

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7). Independent of locale and time zone.
// Years 1970 to 9999. Safe from any thread.
std::string FormatHttpDate(std::time_t seconds);

}  // namespace orgreg::http
