// SPDX-License-Identifier: EUPL-1.2

#include "auth/failure_limit.h"

#include <utility>

namespace orgreg::auth {
namespace {

// Zero if there is a token; otherwise at least 1.
std::chrono::milliseconds WaitOf(const base::TokenBuckets::State& state) {
  if (state.has_token) return std::chrono::milliseconds::zero();
  return std::chrono::ceil<std::chrono::milliseconds>(state.wait);
}

}  // namespace

FailureLimit::FailureLimit(FailureLimitOptions options)
    : options_(std::move(options)), buckets_(options_.most_addresses) {}

base::TokenBuckets::Rate FailureLimit::RateOf() const {
  return {.every = options_.every, .most = options_.burst};
}

std::chrono::milliseconds FailureLimit::Take(std::string_view address) {
  return WaitOf(buckets_.Take({.address = address}, RateOf(), options_.now()));
}

std::chrono::milliseconds FailureLimit::Wait(std::string_view address) {
  return WaitOf(buckets_.Look({.address = address}, RateOf(), options_.now()));
}

void FailureLimit::GiveBack(std::string_view address) {
  buckets_.GiveBack({.address = address}, RateOf(), options_.now());
}

std::size_t FailureLimit::size() const { return buckets_.count(options_.now()); }

}  // namespace orgreg::auth
