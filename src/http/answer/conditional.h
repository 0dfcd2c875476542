// SPDX-License-Identifier: EUPL-1.2

// Conditional requests (RFC 9110, section 13). Pure functions, except that a date in an old form
// needs the clock for its century; safe from any thread.

#pragma once

#include <ctime>
#include <optional>
#include <string_view>

#include "http/message/request.h"

namespace orgreg::http {

// The current representation, as far as it is known.
struct Validators {
  std::string_view tag = {};  // as in the ETag field, with quotes; empty: it has none
  std::optional<std::time_t> last_modified = {};
};

struct Condition {
  enum class Outcome {
    kSend,
    kNotModified,         // 304
    kPreconditionFailed,  // 412
  };

  Outcome outcome = Outcome::kSend;
  bool range_applies = false;  // the request has a Range field that is to be looked at
};

// Checks the conditions in the order of RFC 9110, 13.2.2. The representation exists, so "*"
// matches. Fields that are malformed, or given twice where only one is allowed, count as absent. An
// If-Range of this kind does not match.
Condition CheckConditions(const Request& request, const Validators& validators);

// Returns true if the request's If-None-Match fields, compared weakly, name the tag or "*". Tags
// are accepted without their quotes.
bool MatchesAnyTag(const Request& request, std::string_view tag);

}  // namespace orgreg::http
