#include "auth/tokens/credentials.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "http/message/request.h"

namespace orgreg::auth {
namespace {

// Which characters a word may have; true at their codes.
using CharacterSet = std::array<bool, 256>;

constexpr CharacterSet LettersDigitsAnd(std::string_view others) {
  CharacterSet set = {};
  for (int c = 'a'; c <= 'z'; ++c) set[static_cast<std::size_t>(c)] = true;
  for (int c = 'A'; c <= 'Z'; ++c) set[static_cast<std::size_t>(c)] = true;
  for (int c = '0'; c <= '9'; ++c) set[static_cast<std::size_t>(c)] = true;
  for (const char c : others) set[static_cast<unsigned char>(c)] = true;
  return set;
}

constexpr CharacterSet kSchemeCharacters = LettersDigitsAnd("!#$%&'*+-.^_`|~");  // RFC 9110, 5.6.2
constexpr CharacterSet kTokenCharacters = LettersDigitsAnd("-._~+/");

// How many of the first characters of `text` are of the set.
std::size_t CountOf(const CharacterSet& set, std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && set[static_cast<unsigned char>(text[count])]) ++count;
  return count;
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
  if (!http::EqualsIgnoringCase(scheme, "Bearer")) return {.fault = Fault::kNoCredentials};
  const std::string_view token = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
  if (!IsToken(token)) return {.fault = Fault::kMalformedHeader};
  return {.token = token};
}

}  // namespace orgreg::auth
