// SPDX-License-Identifier: EUPL-1.2

#include "auth/tokens/claims.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "auth/tokens/checker.h"
#include "auth/tokens/json_object.h"
#include "base/values/ascii.h"
#include "formats/sha256.h"

namespace orgreg::auth {
namespace {

namespace dom = simdjson::dom;

// The end of the year 9999. No clock goes further, and whole seconds are exact up to here.
constexpr double kLastSecond = 253'402'300'799;
constexpr std::size_t kJtiHashDigits = 16;
constexpr std::string_view kAuthority = "iso6523-actorid-upis";
constexpr std::string_view kActorPrefix = "0192:";
constexpr std::string_view kOwnPrefix = "reg:";
constexpr std::string_view kOtherPrefix = "brreg:";

// False where a time that is there is no time.
Presence ReadTime(const JsonMembers& claims, std::string_view name, double* seconds) {
  const Presence presence = ReadNumber(claims, name, seconds);
  if (presence != Presence::kPresent) return presence;
  return *seconds >= 0 && *seconds <= kLastSecond ? Presence::kPresent : Presence::kWrongKind;
}

bool IsOtherType(std::string_view type) {
  return !base::EqualsIgnoringCase(type, "JWT") && !base::EqualsIgnoringCase(type, "at+jwt") &&
         !base::EqualsIgnoringCase(type, "application/at+jwt");
}

bool IsListWith(const dom::array& list, std::string_view wanted, bool* has) {
  *has = false;
  for (const dom::element& element : list) {
    std::string_view text;
    if (element.get(text) != simdjson::SUCCESS) return false;
    *has = *has || text == wanted;
  }
  return true;
}

// The organisation that a claim names.
Presence ReadActor(const JsonMembers& claims, std::string_view name, base::OrgNumber* number) {
  if (!Has(claims, name)) return Presence::kAbsent;
  dom::object actor;
  std::string_view authority;
  std::string_view id;
  if (claims.at_key(name).get(actor) != simdjson::SUCCESS ||
      ReadText(actor, "authority", &authority) != Presence::kPresent || authority != kAuthority ||
      ReadText(actor, "ID", &id) != Presence::kPresent || !id.starts_with(kActorPrefix))
    return Presence::kWrongKind;
  const auto parsed = base::OrgNumber::Parse(id.substr(kActorPrefix.size()));
  if (!parsed || !parsed->HasValidCheckDigit()) return Presence::kWrongKind;
  *number = *parsed;
  return Presence::kPresent;
}

}  // namespace

std::optional<Fault> CheckHeader(const JsonMembers& header, std::string_view* kid) {
  std::string_view algorithm;
  if (ReadText(header, "alg", &algorithm) != Presence::kPresent) return Fault::kMalformedToken;
  if (algorithm != "RS256") return Fault::kAlgorithm;
  if (Has(header, "crit")) return Fault::kCriticalHeader;
  std::string_view type;
  const Presence has_type = ReadText(header, "typ", &type);
  if (has_type == Presence::kWrongKind) return Fault::kMalformedToken;
  if (has_type == Presence::kPresent && IsOtherType(type)) return Fault::kTokenType;
  if (ReadText(header, "kid", kid) != Presence::kPresent) return Fault::kMalformedToken;
  return std::nullopt;
}

std::optional<Fault> CheckTimes(const JsonMembers& claims, const TokenTimes& times) {
  double expires = 0;
  double issued = 0;
  double begins = 0;
  if (ReadTime(claims, "exp", &expires) != Presence::kPresent ||
      ReadTime(claims, "iat", &issued) != Presence::kPresent ||
      ReadTime(claims, "nbf", &begins) == Presence::kWrongKind)
    return Fault::kMalformedClaims;
  if (times.now >= expires + times.leeway) return Fault::kExpired;
  if (std::max(issued, begins) > times.now + times.leeway) return Fault::kNotYetValid;
  return std::nullopt;
}

std::optional<Fault> CheckIssuer(const JsonMembers& claims, std::string_view issuer) {
  std::string_view text;
  if (ReadText(claims, "iss", &text) != Presence::kPresent) return Fault::kMalformedClaims;
  if (text != issuer) return Fault::kWrongIssuer;
  return std::nullopt;
}

std::optional<Fault> CheckAudience(const JsonMembers& claims, std::string_view audience) {
  bool has = false;
  std::string_view text;
  dom::array list;
  if (dom::element claim; claims.at_key("aud").get(claim) == simdjson::SUCCESS) {
    if (claim.get(text) == simdjson::SUCCESS) {
      has = text == audience;
    } else if (claim.get(list) != simdjson::SUCCESS || !IsListWith(list, audience, &has)) {
      return Fault::kMalformedClaims;
    }
  }
  if (!audience.empty() && !has) return Fault::kWrongAudience;
  return std::nullopt;
}

std::optional<Fault> ReadPrincipal(const JsonMembers& claims, Principal* principal) {
  std::string_view client_id;
  std::string_view jti;
  if (ReadText(claims, "client_id", &client_id) != Presence::kPresent || !IsClientId(client_id) ||
      ReadText(claims, "jti", &jti) != Presence::kPresent || jti.empty())
    return Fault::kMalformedClaims;
  base::OrgNumber supplier;
  if (ReadActor(claims, "consumer", &principal->consumer) != Presence::kPresent)
    return Fault::kBadConsumer;
  const Presence has_supplier = ReadActor(claims, "supplier", &supplier);
  if (has_supplier == Presence::kWrongKind) return Fault::kBadConsumer;
  if (has_supplier == Presence::kPresent) principal->supplier = supplier;
  principal->client_id = client_id;
  formats::Sha256 hash;
  hash.Add(jti);
  principal->jti_hash = hash.Finish().substr(0, kJtiHashDigits);
  return std::nullopt;
}

std::optional<Fault> ReadScope(const JsonMembers& claims, std::string_view* scope) {
  if (ReadText(claims, "scope", scope) == Presence::kWrongKind) return Fault::kMalformedClaims;
  return std::nullopt;
}

bool IsClientId(std::string_view text) {
  return !text.empty() && text.size() <= TokenChecker::kMostClientIdBytes &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
}

bool IsScope(std::string_view element, std::string_view needed) {
  if (element.empty()) return false;
  if (element == needed) return true;
  return needed.starts_with(kOwnPrefix) && element.starts_with(kOtherPrefix) &&
         element.substr(kOtherPrefix.size()) == needed.substr(kOwnPrefix.size());
}

}  // namespace orgreg::auth
