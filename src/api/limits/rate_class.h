// SPDX-License-Identifier: EUPL-1.2

// The kinds of requests whose rate is limited for each address: a column of the routes
// (interface/route.h). Constants.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace orgreg::api {

enum class RateClass : std::uint8_t {
  kLookUps,     // look-ups, searches, pages and all else
  kDownloads,   // files of a whole register or of a part of it; each has a rate of its own
  kAuthorised,  // operations that need a token
};

// The names in the fields RateLimit and RateLimit-Policy and in the interface document, in the
// order of the classes.
inline constexpr std::array<std::string_view, 3> kRateClassNames = {"lookups", "downloads",
                                                                    "authorised"};
constexpr std::string_view NameOf(RateClass rate) {
  return kRateClassNames[static_cast<std::size_t>(rate)];
}

}  // namespace orgreg::api
