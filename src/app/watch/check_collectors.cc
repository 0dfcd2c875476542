// SPDX-License-Identifier: EUPL-1.2

#include <array>
#include <string_view>

#include "app/version.h"
#include "app/watch/collectors.h"
#include "app/watch/health.h"
#include "auth/tokens/checker.h"
#include "auth/tokens/verdict.h"
#include "auth/users/basic_check.h"

namespace orgreg::app {
namespace {

using Kind = auth::BasicVerdict::Kind;

struct VerdictRow {
  Kind kind = Kind::kRight;
  std::string_view name = {};
};
constexpr std::array kVerdictRows = {
    VerdictRow{Kind::kRight, "right"}, VerdictRow{Kind::kWrong, "wrong"},
    VerdictRow{Kind::kLimited, "limited"}, VerdictRow{Kind::kBusy, "busy"},
    VerdictRow{Kind::kUnusable, "unusable"}};

struct FaultRow {
  auth::Fault fault = auth::Fault::kNoCredentials;
  std::string_view name = {};
};
constexpr std::array kFaultRows = {
    FaultRow{auth::Fault::kNoCredentials, "no_credentials"},
    FaultRow{auth::Fault::kMalformedHeader, "malformed_header"},
    FaultRow{auth::Fault::kTooLong, "too_long"},
    FaultRow{auth::Fault::kMalformedToken, "malformed_token"},
    FaultRow{auth::Fault::kAlgorithm, "algorithm"},
    FaultRow{auth::Fault::kCriticalHeader, "critical_header"},
    FaultRow{auth::Fault::kTokenType, "token_type"},
    FaultRow{auth::Fault::kUnknownKey, "unknown_key"},
    FaultRow{auth::Fault::kBadSignature, "bad_signature"},
    FaultRow{auth::Fault::kMalformedClaims, "malformed_claims"},
    FaultRow{auth::Fault::kWrongIssuer, "wrong_issuer"},
    FaultRow{auth::Fault::kExpired, "expired"},
    FaultRow{auth::Fault::kNotYetValid, "not_yet_valid"},
    FaultRow{auth::Fault::kWrongAudience, "wrong_audience"},
    FaultRow{auth::Fault::kBadConsumer, "bad_consumer"},
    FaultRow{auth::Fault::kScopeMissing, "scope_missing"},
    FaultRow{auth::Fault::kConsumerNotAllowed, "consumer_not_allowed"},
    FaultRow{auth::Fault::kNoKeys, "no_keys"}};
static_assert(kFaultRows.size() == auth::kFaultCount);

}  // namespace

void CollectPasswordChecks(const Moment& moment, Samples* out) {
  if (moment.of.users == nullptr) return;
  for (const VerdictRow& row : kVerdictRows) out->Add(moment.of.users->Count(row.kind), {row.name});
}

void CollectTokenChecks(const Moment& moment, Samples* out) {
  const auth::TokenChecker* const tokens = moment.of.authority->tokens;
  if (tokens == nullptr) return;
  out->Add(tokens->CountGranted(), {"granted"});
  for (const FaultRow& row : kFaultRows) out->Add(tokens->Count(row.fault), {row.name});
}

void CollectUnusableFiles(const Moment& moment, Samples* out) {
  for (const OptionalFile& file : moment.of.optional_files)
    out->Add(file.is_unusable() ? 1.0 : 0.0, {file.setting});
}

void CollectHealth(const Moment& moment, Samples* out) {
  for (const auto& checks : {CheckLife(moment), CheckReadiness(moment)}) {
    for (const CheckResult& check : checks)
      out->Add(static_cast<double>(check.health), {check.name});
  }
}

void CollectMemory(const Moment& moment, Samples* out) {
  out->Add(moment.process.anonymous_bytes, {"anonymous"});
  out->Add(moment.process.file_bytes, {"files"});
  out->Add(moment.process.shared_bytes, {"shared"});
}

void CollectBuild(const Moment& /*moment*/, Samples* out) {
  out->Add(1.0, {ProgramVersion(), ProgramCommit()});
}

}  // namespace orgreg::app
