// SPDX-License-Identifier: EUPL-1.2

// The bearer token among the Authorization fields of a request (RFC 6750, section 2.1).
// Internal to auth/; pure, safe from any thread.

#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "auth/tokens/verdict.h"

namespace orgreg::auth {

// Either a token or what is wrong. It borrows from the field.
struct Credentials {
  std::string_view token = {};
  std::optional<Fault> fault = {};
};

// The scheme is taken in any case, followed by one or more spaces and one token with the
// characters of RFC 6750's b64token. More than one field is malformed, whatever they hold.
Credentials ReadCredentials(std::span<const std::string_view> authorization);

}  // namespace orgreg::auth
