// SPDX-License-Identifier: EUPL-1.2

// The rules for the header and for the claims of an access token, one after the other.
// Internal to auth/; pure, safe from any thread. Each gives the first rule that is broken.

#pragma once

#include <simdjson.h>

#include <optional>
#include <string_view>

#include "auth/tokens/verdict.h"

namespace orgreg::auth {

using JsonMembers = simdjson::dom::object;

// The header. `kid` borrows from it.
std::optional<Fault> CheckHeader(const JsonMembers& header, std::string_view* kid);

// exp in the future, iat and nbf not. All in seconds since 1970.
struct TokenTimes {
  double now = 0;
  double leeway = 0;
};
std::optional<Fault> CheckTimes(const JsonMembers& claims, const TokenTimes& times);

std::optional<Fault> CheckIssuer(const JsonMembers& claims, std::string_view issuer);

// `audience` empty: the claim may be absent, but not malformed.
std::optional<Fault> CheckAudience(const JsonMembers& claims, std::string_view audience);

// client_id, jti, consumer and supplier, into `principal`.
std::optional<Fault> ReadPrincipal(const JsonMembers& claims, Principal* principal);

// The claim's text; absent is empty.
std::optional<Fault> ReadScope(const JsonMembers& claims, std::string_view* scope);

// RFC 6749, appendix A.1, and not longer than kMostClientIdBytes.
bool IsClientId(std::string_view text);

// Whether an element of a token's scope is the scope that is needed, in one of its spellings.
bool IsScope(std::string_view element, std::string_view needed);

}  // namespace orgreg::auth
