// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/token_buckets.h"

#include <algorithm>
#include <random>

#include "base/values/client_network.h"

namespace orgreg::base {
namespace {

// Room for each bucket that is asked for.
constexpr std::size_t kSpare = 2;

std::uint64_t RandomSalt() {
  std::random_device random;
  return (std::uint64_t{random()} << 32U) | random();
}

std::int64_t NanosecondsOf(TokenBuckets::Clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

// The state of a bucket that is full at that time, before a token is taken.
TokenBuckets::State StateAt(std::int64_t full_at, const TokenBuckets::Rate& rate,
                            std::int64_t now) {
  const std::int64_t every = rate.every.count();
  const std::int64_t missing = std::max<std::int64_t>(full_at - now, 0);
  const std::int64_t over = missing - every * (std::int64_t{rate.most} - 1);
  TokenBuckets::State state;
  state.has_token = over <= 0;
  state.left = state.has_token ? static_cast<std::uint32_t>(-over / every) + 1 : 0;
  state.wait = std::chrono::nanoseconds(std::max<std::int64_t>(over, 0));
  state.fill = std::chrono::nanoseconds(missing);
  return state;
}

}  // namespace

TokenBuckets::TokenBuckets(std::size_t buckets)
    : salt_(RandomSalt()), sets_(std::max<std::size_t>(buckets * kSpare / kWays, 1)) {}

std::uint64_t TokenBuckets::HashOf(const Owner& owner) const {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  return std::max<std::uint64_t>(ClientHash(owner.address, salt_ + owner.thing * kSpread), 1);
}

TokenBuckets::Bucket* TokenBuckets::Find(Set* set, std::uint64_t owner) {
  for (Bucket& bucket : *set) {
    if (bucket.owner == owner) return &bucket;
  }
  return nullptr;
}

TokenBuckets::Bucket* TokenBuckets::Oldest(Set* set) {
  return &*std::ranges::min_element(*set, {}, &Bucket::full_at);
}

TokenBuckets::State TokenBuckets::Take(const Owner& owner, const Rate& rate,
                                       Clock::time_point now) {
  const std::uint64_t hash = HashOf(owner);
  const std::int64_t now_ns = NanosecondsOf(now);
  const std::size_t at = SetOf(hash);
  const std::lock_guard lock(LockOf(at));
  Bucket* bucket = Find(&sets_[at], hash);
  State state = StateAt(bucket == nullptr ? now_ns : bucket->full_at, rate, now_ns);
  if (!state.has_token) return state;
  if (bucket == nullptr) {
    bucket = Oldest(&sets_[at]);
    *bucket = {.owner = hash, .full_at = now_ns};
  }
  bucket->full_at = std::max(bucket->full_at, now_ns) + rate.every.count();
  const State after = StateAt(bucket->full_at, rate, now_ns);
  state.left = after.left;
  state.wait = after.wait;
  state.fill = after.fill;
  return state;
}

TokenBuckets::State TokenBuckets::Look(const Owner& owner, const Rate& rate,
                                       Clock::time_point now) {
  const std::uint64_t hash = HashOf(owner);
  const std::int64_t now_ns = NanosecondsOf(now);
  const std::size_t at = SetOf(hash);
  const std::lock_guard lock(LockOf(at));
  const Bucket* const bucket = Find(&sets_[at], hash);
  return StateAt(bucket == nullptr ? now_ns : bucket->full_at, rate, now_ns);
}

void TokenBuckets::GiveBack(const Owner& owner, const Rate& rate, Clock::time_point now) {
  const std::uint64_t hash = HashOf(owner);
  const std::size_t at = SetOf(hash);
  const std::lock_guard lock(LockOf(at));
  Bucket* const bucket = Find(&sets_[at], hash);
  if (bucket == nullptr) return;
  bucket->full_at = std::max(bucket->full_at - rate.every.count(), NanosecondsOf(now));
}

std::size_t TokenBuckets::count(Clock::time_point now) const {
  const std::int64_t now_ns = NanosecondsOf(now);
  std::size_t count = 0;
  for (std::size_t at = 0; at < sets_.size(); ++at) {
    const std::lock_guard lock(LockOf(at));
    count += static_cast<std::size_t>(std::ranges::count_if(
        sets_[at], [now_ns](const Bucket& bucket) { return bucket.full_at > now_ns; }));
  }
  return count;
}

}  // namespace orgreg::base
