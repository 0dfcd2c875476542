// Text as part of an address. Pure functions.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::render {

// Percent-encodes everything but the unreserved characters of RFC 3986, section 2.3.
std::string EncodePathSegment(std::string_view text);

// Repeats a raw query as it came, except for bytes that a URL may not hold (RFC 3986,
// section 3.4), which are percent-encoded.
void AppendQuery(std::string_view raw_query, std::string* out);

}  // namespace orgreg::render
