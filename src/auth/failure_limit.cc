// SPDX-License-Identifier: EUPL-1.2

#include "auth/failure_limit.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/values/client_network.h"

namespace orgreg::auth {

FailureLimit::FailureLimit(FailureLimitOptions options) : options_(std::move(options)) {}

std::chrono::milliseconds FailureLimit::Take(std::string_view address) {
  const std::lock_guard lock(mutex_);
  Bucket& bucket = Find(address, lock);
  const std::chrono::milliseconds wait = WaitOf(bucket);
  if (wait == std::chrono::milliseconds::zero()) bucket.tokens -= 1;
  return wait;
}

std::chrono::milliseconds FailureLimit::Wait(std::string_view address) {
  const std::lock_guard lock(mutex_);
  // An address that never failed is not remembered just because a caller asked about it.
  const auto known = by_key_.find(base::ClientNetwork(address));
  if (known == by_key_.end()) return std::chrono::milliseconds::zero();
  return WaitOf(Find(address, lock));
}

void FailureLimit::GiveBack(std::string_view address) {
  const std::lock_guard lock(mutex_);
  Bucket& bucket = Find(address, lock);
  bucket.tokens = std::min<double>(options_.burst, bucket.tokens + 1);
}

std::size_t FailureLimit::size() const {
  const std::lock_guard lock(mutex_);
  return buckets_.size();
}

std::chrono::milliseconds FailureLimit::WaitOf(const Bucket& bucket) const {
  if (bucket.tokens >= 1) return std::chrono::milliseconds::zero();
  const double missing = (1 - bucket.tokens) * static_cast<double>(options_.every.count());
  return std::chrono::milliseconds(std::max<std::int64_t>(1, std::llround(std::ceil(missing))));
}

FailureLimit::Bucket& FailureLimit::Find(std::string_view address,
                                         const std::lock_guard<std::mutex>& /*lock*/) {
  const std::string key = base::ClientNetwork(address);
  const Clock::time_point now = options_.now();
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    buckets_.splice(buckets_.begin(), buckets_, known->second);
    Bucket& bucket = buckets_.front();
    const std::chrono::duration<double> passed = now - bucket.filled;
    bucket.tokens = std::min<double>(options_.burst, bucket.tokens + passed / options_.every);
    bucket.filled = now;
    return bucket;
  }
  if (buckets_.size() >= options_.most_addresses) {
    by_key_.erase(buckets_.back().key);
    buckets_.pop_back();
  }
  buckets_.push_front({.key = key, .tokens = static_cast<double>(options_.burst), .filled = now});
  by_key_.emplace(buckets_.front().key, buckets_.begin());
  return buckets_.front();
}

}  // namespace orgreg::auth
