// SPDX-License-Identifier: EUPL-1.2

#include "auth/tokens/verdict.h"

namespace orgreg::auth {
namespace {

constexpr std::string_view kInvalidRequest = "invalid_request";
constexpr std::string_view kInvalidToken = "invalid_token";
constexpr std::string_view kInsufficientScope = "insufficient_scope";

constexpr FaultText Invalid(std::string_view description) {
  return {.status = 401, .error = kInvalidToken, .description = description};
}

void AppendParameter(std::string_view name, std::string_view value, std::string* out) {
  if (!out->ends_with(' ')) out->append(", ");
  out->append(name).append("=\"");
  for (const char c : value) {
    if (c == '"' || c == '\\') out->push_back('\\');
    out->push_back(c);
  }
  out->push_back('"');
}

}  // namespace

FaultText Describe(Fault fault) {
  switch (fault) {
    case Fault::kNoCredentials:
      return {.status = 401};
    case Fault::kMalformedHeader:
      return {.status = 400, .error = kInvalidRequest};
    case Fault::kTooLong:
      return Invalid("The token is too long");
    case Fault::kMalformedToken:
      return Invalid("The token is malformed");
    case Fault::kAlgorithm:
      return Invalid("The token is not signed with RS256");
    case Fault::kCriticalHeader:
      return Invalid("The token has a critical header");
    case Fault::kTokenType:
      return Invalid("The token is of another type");
    case Fault::kUnknownKey:
      return Invalid("The token is signed with an unknown key");
    case Fault::kBadSignature:
      return Invalid("The signature is wrong");
    case Fault::kMalformedClaims:
      return Invalid("A claim is missing or malformed");
    case Fault::kWrongIssuer:
      return Invalid("The token is from another issuer");
    case Fault::kExpired:
      return Invalid("The token has expired");
    case Fault::kNotYetValid:
      return Invalid("The token is not valid yet");
    case Fault::kWrongAudience:
      return Invalid("The token is for another audience");
    case Fault::kBadConsumer:
      return Invalid("The token has no valid consumer");
    case Fault::kScopeMissing:
      return {.status = 403, .error = kInsufficientScope};
    case Fault::kConsumerNotAllowed:
      return {.status = 403};
    case Fault::kNoKeys:
      return {.status = 503};
  }
  return {};
}

std::string Challenge(Fault fault, std::string_view realm, std::string_view scope) {
  const FaultText text = Describe(fault);
  // No code of RFC 6750 fits these, and other credentials would not help.
  if (fault == Fault::kConsumerNotAllowed || fault == Fault::kNoKeys) return {};
  std::string value = "Bearer ";
  AppendParameter("realm", realm, &value);
  if (!text.error.empty()) AppendParameter("error", text.error, &value);
  if (!text.description.empty()) AppendParameter("error_description", text.description, &value);
  if (fault == Fault::kScopeMissing) AppendParameter("scope", scope, &value);
  return value;
}

}  // namespace orgreg::auth
