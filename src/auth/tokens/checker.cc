// SPDX-License-Identifier: EUPL-1.2

#include "auth/tokens/checker.h"

#include <algorithm>
#include <utility>

#include "auth/tokens/claims.h"
#include "auth/tokens/credentials.h"
#include "auth/tokens/json_object.h"
#include "auth/tokens/text.h"
#include "formats/base64.h"

namespace orgreg::auth {
namespace {

constexpr std::chrono::seconds kMostLeeway{60};
// The audience that the token service writes if the client asked for none.
constexpr std::string_view kUnspecified = "unspecified";

bool IsQuotable(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= 0x20 && c <= 0x7E && c != '"' && c != '\\'; });
}

base::Error Invalid(std::string message) { return {base::Code::kInvalid, std::move(message)}; }

// A token taken apart and decoded, but not yet believed.
struct DecodedToken {
  TokenParts parts = {};
  std::string header = {};
  std::string payload = {};
  std::string signature = {};
};

std::optional<DecodedToken> Decode(std::string_view token) {
  const auto parts = SplitToken(token);
  if (!parts) return std::nullopt;
  auto header = formats::DecodeBase64Url(parts->header);
  auto payload = formats::DecodeBase64Url(parts->payload);
  auto signature = formats::DecodeBase64Url(parts->signature);
  if (!header || !payload || !signature) return std::nullopt;
  return DecodedToken{.parts = *parts,
                      .header = std::move(*header),
                      .payload = std::move(*payload),
                      .signature = std::move(*signature)};
}

bool ReadMembers(std::string_view text, JsonObject* json) {
  return json->Read(text) && json->root().size() <= TokenChecker::kMostClaims;
}

double Seconds(std::chrono::system_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

// The first element of the token's scope that is one of those needed; empty if none is.
std::string_view MatchScope(std::string_view scope, std::span<const std::string_view> needed) {
  while (!scope.empty()) {
    const std::string_view element = scope.substr(0, scope.find(' '));
    for (const std::string_view one : needed) {
      if (IsScope(element, one)) return element;
    }
    scope.remove_prefix(std::min(element.size() + 1, scope.size()));
  }
  return {};
}

std::optional<Fault> CheckClaims(const JsonMembers& claims, const TokenSettings& settings,
                                 const TokenRequest& request, Principal* principal) {
  const TokenTimes times = {.now = Seconds(request.now.time_since_epoch()),
                            .leeway = static_cast<double>(settings.leeway.count())};
  if (const auto fault = CheckIssuer(claims, settings.issuer)) return fault;
  if (const auto fault = CheckTimes(claims, times)) return fault;
  if (const auto fault = CheckAudience(claims, settings.audience)) return fault;
  if (const auto fault = ReadPrincipal(claims, principal)) return fault;
  std::string_view scope;
  if (const auto fault = ReadScope(claims, &scope)) return fault;
  principal->scope = MatchScope(scope, request.scopes);
  if (principal->scope.empty()) return Fault::kScopeMissing;
  return std::nullopt;
}

}  // namespace

base::Result<TokenChecker> TokenChecker::Make(const TokenSettings& settings, KeySource* keys) {
  if (settings.issuer.empty()) return Invalid("no token issuer is given");
  if (settings.audience == kUnspecified)
    return Invalid("the audience \"unspecified\" names no resource");
  if (settings.leeway < std::chrono::seconds(0) || settings.leeway > kMostLeeway)
    return Invalid("the leeway of token times is not 0 to 60 seconds");
  if (!IsQuotable(settings.realm))
    return Invalid("the realm is not printable ASCII without quotation mark and backslash");
  TokenChecker checker(settings, keys);
  for (const std::string& consumer : settings.consumers) {
    const auto number = base::OrgNumber::Parse(consumer);
    if (!number || !number->HasValidCheckDigit())
      return Invalid("allowed consumer: \"" + consumer + "\" is not an organisation number");
    checker.consumers_.push_back(*number);
  }
  std::sort(checker.consumers_.begin(), checker.consumers_.end());
  return checker;
}

TokenChecker::TokenChecker(TokenSettings settings, KeySource* keys)
    : settings_(std::move(settings)), keys_(keys) {}

Verdict TokenChecker::Refuse(const TokenRequest& request, Fault fault) const {
  const std::string_view scope = request.scopes.empty() ? "" : request.scopes.front();
  return {.kind = Verdict::Kind::kRefused,
          .refusal = {.fault = fault,
                      .status = Describe(fault).status,
                      .challenge = Challenge(fault, settings_.realm, scope)}};
}

Verdict TokenChecker::Check(const TokenRequest& request) const {
  Verdict verdict = Decide(request);
  if (verdict.granted()) counts_->granted.Add();
  if (verdict.kind == Verdict::Kind::kRefused)
    counts_->refused[static_cast<std::size_t>(verdict.refusal.fault)].Add();
  return verdict;
}

Verdict TokenChecker::Decide(const TokenRequest& request) const {
  const Credentials credentials = ReadCredentials(request.authorization);
  if (credentials.fault) return Refuse(request, *credentials.fault);
  if (credentials.token.size() > kMostTokenBytes) return Refuse(request, Fault::kTooLong);
  const auto token = Decode(credentials.token);
  JsonObject json;
  if (!token || !ReadMembers(token->header, &json)) return Refuse(request, Fault::kMalformedToken);
  std::string_view kid;
  if (const auto fault = CheckHeader(json.root(), &kid)) return Refuse(request, *fault);

  const KeySource::Found found = keys_->Find(kid, request.address, request.wait);
  if (found.wants_reading) return {.kind = Verdict::Kind::kUndecided};
  if (found.set == nullptr) return Refuse(request, Fault::kNoKeys);
  if (found.key == nullptr) return Refuse(request, Fault::kUnknownKey);
  if (!found.key->Verifies(token->parts.signed_text, token->signature))
    return Refuse(request, Fault::kBadSignature);

  if (!ReadMembers(token->payload, &json)) return Refuse(request, Fault::kMalformedClaims);
  Verdict verdict;
  if (const auto fault = CheckClaims(json.root(), settings_, request, &verdict.principal))
    return Refuse(request, *fault);
  if (!consumers_.empty() &&
      !std::binary_search(consumers_.begin(), consumers_.end(), verdict.principal.consumer))
    return Refuse(request, Fault::kConsumerNotAllowed);
  verdict.kind = Verdict::Kind::kGranted;
  return verdict;
}

}  // namespace orgreg::auth
