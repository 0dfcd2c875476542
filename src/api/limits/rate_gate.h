// SPDX-License-Identifier: EUPL-1.2

// Decides whether an address has asked too often: once before a request is answered, and once after
// it, when it is known whether the answer was free (docs/guide/limits.md). Answers that are free
// count in no class, but not without end: beyond RateLimits::free_per_second they count like
// others. Safe from any thread.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "api/limits/rate_class.h"
#include "api/limits/server_limits.h"
#include "base/threads/token_buckets.h"
#include "http/message/request.h"
#include "http/message/response.h"

namespace orgreg::api {

class RateGate {
 public:
  // A request, as far as its rate depends on it.
  struct Asker {
    std::string_view address = {};  // Empty: it is not counted.
    RateClass rate = RateClass::kLookUps;
    int operation = 0;
  };
  enum class Entry : std::uint8_t {
    kCounted,  // It may be answered, and was counted.
    kFree,     // It may be answered, and was not counted.
    kOnTrial,  // It may be answered only if the answer is free.
    kRefused,
  };

  // `requests` outlives the gate.
  RateGate(const RateLimits& limits, bool announces, base::TokenBuckets* requests)
      : limits_(limits), announces_(announces), requests_(*requests) {}

  Entry Enter(const Asker& asker, const http::Request& request) const;
  // To be called with the answer. False if it is not free, though it had to be.
  bool Leave(const Asker& asker, Entry entry, http::Response* response) const;

  // Adds the fields of a 429: Retry-After, RateLimit and RateLimit-Policy.
  void AddRefusal(const Asker& asker, http::Response* response) const;

 private:
  // Nothing if the class has no limit.
  std::optional<base::TokenBuckets::Rate> RateOf(RateClass rate) const;
  bool TakeFree(const Asker& asker) const;
  void AddFields(const Asker& asker, http::Response* response) const;

  const RateLimits limits_;
  const bool announces_;  // On all answers, not only on refusals.
  base::TokenBuckets& requests_;
};

}  // namespace orgreg::api
