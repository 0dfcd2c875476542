// SPDX-License-Identifier: EUPL-1.2

// Decides by the access token of a request if it is allowed: a JSON Web Token (RFC 7519) signed
// with RS256 by the one issuer we trust, checked as RFC 8725 and RFC 6750 demand. Check lists the
// checks in their order.
//
// A TokenChecker only counts, and never changes otherwise; any number of threads may use it.

#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "auth/tokens/key_source.h"
#include "auth/tokens/verdict.h"
#include "base/result.h"
#include "base/threads/counters.h"
#include "base/values/org_number.h"

namespace orgreg::auth {

struct TokenSettings {
  std::string issuer = {};                    // compared exactly, final slash included
  std::string audience = {};                  // must be among a token's; empty: not demanded
  std::vector<std::string> consumers = {};    // nine digits each; empty: any
  std::chrono::seconds leeway{10};            // for clocks that differ; 0–60
  std::string realm = "authorised register";  // printable ASCII without `"` and `\`
};

// One request to be checked. It borrows.
struct TokenRequest {
  std::span<const std::string_view> authorization = {};  // the value of every such field
  // Any one of them suffices. If one begins with "reg:", a token may have "brreg:" instead.
  std::span<const std::string_view> scopes = {};
  std::chrono::system_clock::time_point now = {};
  std::string_view address = {};                     // the client's
  KeySource::Wait wait = KeySource::Wait::kForKeys;  // kNever may leave the verdict undecided
};

class TokenChecker {
 public:
  static constexpr std::size_t kMostTokenBytes = 8 * 1024;
  static constexpr std::size_t kMostClaims = 64;
  static constexpr std::size_t kMostClientIdBytes = 255;

  // kInvalid where a setting is out of its bounds. `keys` outlives the checker.
  static base::Result<TokenChecker> Make(const TokenSettings& settings, KeySource* keys);

  // Checks in this order: one `Bearer` value; its length; three parts of strict base64url; a header
  // without repeated names, `crit` or another algorithm than RS256; a known key id; the
  // signature; only then the claims: iss, exp, iat, nbf, aud, client_id, jti, consumer,
  // supplier, scope; at last the list of consumers.
  //
  // Refused as malformed, although another checker might take it: `scope` as a list, a
  // repeated name at any depth, a time before 1970 or after the year 9999, `typ` other than
  // JWT or at+jwt, more than kMostClaims claims.
  Verdict Check(const TokenRequest& request) const;

  // How many checks ended so, since the checker was made.
  std::uint64_t CountGranted() const { return counts_->granted.value(); }
  std::uint64_t Count(Fault fault) const {
    return counts_->refused[static_cast<std::size_t>(fault)].value();
  }

 private:
  struct Counts {
    base::SharedCounter granted;
    std::array<base::SharedCounter, kFaultCount> refused;
  };

  TokenChecker(TokenSettings settings, KeySource* keys);

  Verdict Decide(const TokenRequest& request) const;
  Verdict Refuse(const TokenRequest& request, Fault fault) const;

  TokenSettings settings_;
  std::vector<base::OrgNumber> consumers_;  // in order
  KeySource* keys_;
  std::unique_ptr<Counts> counts_ = std::make_unique<Counts>();
};

}  // namespace orgreg::auth
