// SPDX-License-Identifier: EUPL-1.2

#include "auth/tokens/credentials.h"

#include <algorithm>
#include <cstddef>

#include "base/values/ascii.h"

namespace orgreg::auth {
namespace {

constexpr base::CharacterSet kSchemeCharacters =
    base::AlphanumericsAnd("!#$%&'*+-.^_`|~");  // RFC 9110, 5.6.2
constexpr base::CharacterSet kTokenCharacters = base::AlphanumericsAnd("-._~+/");

// How many of the first characters of `text` are of the set.
std::size_t CountOf(const base::CharacterSet& set, std::string_view text) {
  const auto end = std::ranges::find_if_not(text, [&set](char c) { return base::IsIn(set, c); });
  return static_cast<std::size_t>(end - text.begin());
}

// b64token: some characters, then any number of '='.
bool IsToken(std::string_view text) {
  const std::size_t count = CountOf(kTokenCharacters, text);
  return count > 0 && text.find_first_not_of('=', count) == std::string_view::npos;
}

}  // namespace

Credentials ReadCredentials(std::span<const std::string_view> authorization) {
  if (authorization.empty()) return {.fault = Fault::kNoCredentials};
  if (authorization.size() > 1) return {.fault = Fault::kMalformedHeader};
  const std::string_view value = authorization.front();
  const std::size_t scheme_size = CountOf(kSchemeCharacters, value);
  const std::string_view scheme = value.substr(0, scheme_size);
  const std::string_view rest = value.substr(scheme_size);
  if (scheme.empty() || (!rest.empty() && rest.front() != ' '))
    return {.fault = Fault::kMalformedHeader};
  if (!base::EqualsIgnoringCase(scheme, "Bearer")) return {.fault = Fault::kNoCredentials};
  const std::string_view token = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
  if (!IsToken(token)) return {.fault = Fault::kMalformedHeader};
  return {.token = token};
}

}  // namespace orgreg::auth
