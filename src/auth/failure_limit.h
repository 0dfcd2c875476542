// SPDX-License-Identifier: EUPL-1.2

// Limits the failed attempts of each address: an address has a bucket of `burst` tokens, which
// gains one every `every` (base/threads/token_buckets.h). An attempt takes a token before it is
// checked, so that attempts at the same time do not pass together, and gives it back if it was
// right.
//
// Memory is bounded: beyond `most_addresses` the address with the fewest failures is forgotten.
// Safe from any thread.

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string_view>

#include "base/threads/token_buckets.h"

namespace orgreg::auth {

struct FailureLimitOptions {
  using Clock = std::chrono::steady_clock;

  unsigned burst = 10;                                       // at least 1
  std::chrono::milliseconds every{std::chrono::seconds(6)};  // ten a minute
  std::size_t most_addresses = 16'384;                       // at least 1
  std::function<Clock::time_point()> now = &Clock::now;
};

class FailureLimit {
 public:
  using Clock = FailureLimitOptions::Clock;

  explicit FailureLimit(FailureLimitOptions options);

  // Takes a token and returns zero; or returns the time until there is one.
  std::chrono::milliseconds Take(std::string_view address);
  // Returns the time until there is a token, zero if there is one now. It takes no token.
  std::chrono::milliseconds Wait(std::string_view address);
  // Returns the token that Take took, because the attempt was right or was never made.
  void GiveBack(std::string_view address);

  // The number of addresses that failed lately.
  std::size_t size() const;

 private:
  base::TokenBuckets::Rate RateOf() const;

  const FailureLimitOptions options_;
  base::TokenBuckets buckets_;
};

}  // namespace orgreg::auth
