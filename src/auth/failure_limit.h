// SPDX-License-Identifier: EUPL-1.2

// Limits the failed attempts of each address: an address has a bucket of `burst` tokens, which
// gains one every `every`. An attempt takes a token before it is checked, so that attempts at the
// same time do not pass together, and gives it back if it was right.
//
// Memory is bounded: beyond `most_addresses` the address that was seen longest ago is forgotten.
// Addresses count by their networks (base/values/client_network.h). Safe from any thread.

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

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

  // The number of addresses that are remembered.
  std::size_t size() const;

 private:
  struct Bucket {
    std::string key = {};
    double tokens = 0;
    Clock::time_point filled = {};
  };
  using Buckets = std::list<Bucket>;

  // Both with mutex_ held. Find gives the address's bucket, filled up to now and the newest of all.
  std::chrono::milliseconds WaitOf(const Bucket& bucket) const;
  Bucket& Find(std::string_view address, const std::lock_guard<std::mutex>& lock);

  const FailureLimitOptions options_;
  mutable std::mutex mutex_;
  // Both guarded by mutex_. The newest is the first; the keys of the map are those of the list.
  Buckets buckets_;
  std::unordered_map<std::string_view, Buckets::iterator> by_key_;
};

}  // namespace orgreg::auth
