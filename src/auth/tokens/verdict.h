// SPDX-License-Identifier: EUPL-1.2

// The result of a check of credentials: the client and its rights, or the status and the challenge
// (RFC 6750, section 3) of the refusal. Values; they hold only the parts of a token that are named
// here, so they may be logged.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/values/org_number.h"

namespace orgreg::auth {

// The client of an accepted request, and the organisation that it acts for.
struct Principal {
  base::OrgNumber consumer = {};                 // the legal consumer
  std::optional<base::OrgNumber> supplier = {};  // acts for it, if one does
  std::string client_id = {};                    // 1–255 printable ASCII characters
  std::string jti_hash = {};                     // 16 hexadecimal digits of SHA-256 of the id
  std::string scope = {};                        // the one that matched, as the token spells it
};

// Why a request is refused. Each has its status and its words; see Describe.
enum class Fault {
  kNoCredentials,    // nothing sent, or another scheme
  kMalformedHeader,  // not one well-formed `Bearer TOKEN`
  kTooLong,
  kMalformedToken,
  kAlgorithm,
  kCriticalHeader,
  kTokenType,
  kUnknownKey,
  kBadSignature,
  kMalformedClaims,
  kWrongIssuer,
  kExpired,
  kNotYetValid,
  kWrongAudience,
  kBadConsumer,  // the consumer, or the supplier, is no organisation
  kScopeMissing,
  kConsumerNotAllowed,  // by the allow-list
  kNoKeys,              // ours: there is nothing to check a token with
};
inline constexpr std::size_t kFaultCount = static_cast<std::size_t>(Fault::kNoKeys) + 1;

struct FaultText {
  int status = 401;
  std::string_view error = {};        // of RFC 6750, section 3.1; empty: no code
  std::string_view description = {};  // ASCII, fit for a quoted string; nothing secret
};

FaultText Describe(Fault fault);

// The whole value of the WWW-Authenticate field; empty where none is to be sent. `scope` is
// the one to ask for. `realm` as TokenSettings has it.
std::string Challenge(Fault fault, std::string_view realm, std::string_view scope);

struct Refusal {
  Fault fault = Fault::kNoCredentials;  // for counting and logs
  int status = 401;                     // 400, 401, 403 or 503
  std::string challenge = {};           // the WWW-Authenticate value; empty: send none
};

struct Verdict {
  enum class Kind {
    kRefused,
    kGranted,
    kUndecided,  // keys have to be fetched first: ask again where waiting is allowed
  };

  Kind kind = Kind::kRefused;
  Principal principal = {};  // where granted
  Refusal refusal = {};      // where refused

  bool granted() const { return kind == Kind::kGranted; }
};

}  // namespace orgreg::auth
