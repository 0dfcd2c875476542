// SPDX-License-Identifier: EUPL-1.2

// The compact form of a signed token (RFC 7515): three parts of base64url, joined by dots.
// Pure functions, safe from any thread.

#pragma once

#include <optional>
#include <string_view>

namespace orgreg::auth {

// Views into the token.
struct TokenParts {
  std::string_view header = {};
  std::string_view payload = {};
  std::string_view signature = {};
  std::string_view signed_text = {};  // header, dot and payload
};

// Nothing unless there are exactly three parts, none of them empty.
std::optional<TokenParts> SplitToken(std::string_view token);

}  // namespace orgreg::auth
