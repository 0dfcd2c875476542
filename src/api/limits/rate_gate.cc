// SPDX-License-Identifier: EUPL-1.2

#include "api/limits/rate_gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "http/message/method.h"

namespace orgreg::api {
namespace {

using base::TokenBuckets;
using std::chrono::seconds;

constexpr int kNotModified = 304;
constexpr int kPart = 206;

// What a bucket is for: free answers, a class or, from this number on, an operation.
constexpr std::uint32_t kFreeThing = 0;
constexpr std::uint32_t kFirstOperation = 16;

// Cheap, and exact to some milliseconds.
TokenBuckets::Clock::time_point Now() {
  timespec time = {};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return TokenBuckets::Clock::time_point(seconds(time.tv_sec) +
                                         std::chrono::nanoseconds(time.tv_nsec));
}

TokenBuckets::Owner OwnerOf(const RateGate::Asker& asker) {
  const std::uint32_t thing = asker.rate == RateClass::kDownloads
                                  ? kFirstOperation + static_cast<std::uint32_t>(asker.operation)
                                  : 1 + static_cast<std::uint32_t>(asker.rate);
  return {.address = asker.address, .thing = thing};
}

bool IsFree(int status) { return status == kNotModified || status == kPart; }

// Whether the answer might be a 304 or a 206.
bool MayBeFree(const http::Request& request) {
  return !request.Header("If-None-Match").empty() || !request.Header("If-Modified-Since").empty() ||
         !request.Header("Range").empty();
}

TokenBuckets::Rate RateWith(std::uint32_t tokens, seconds each, std::uint32_t most) {
  return {.every = std::chrono::nanoseconds(each) / tokens, .most = most};
}

std::int64_t SecondsOf(std::chrono::nanoseconds time) {
  return std::chrono::ceil<seconds>(time).count();
}

}  // namespace

std::optional<TokenBuckets::Rate> RateGate::RateOf(RateClass rate) const {
  const auto rate_of = [](std::uint32_t tokens, seconds each,
                          std::uint32_t most) -> std::optional<TokenBuckets::Rate> {
    if (tokens == 0) return std::nullopt;
    return RateWith(tokens, each, most);
  };
  switch (rate) {
    case RateClass::kLookUps:
      return rate_of(limits_.lookups_per_second, seconds(1), limits_.lookups_at_once);
    case RateClass::kDownloads:
      return rate_of(limits_.downloads_per_hour, std::chrono::hours(1), limits_.downloads_per_hour);
    case RateClass::kAuthorised:
      return rate_of(limits_.authorised_per_second, seconds(1), limits_.authorised_at_once);
  }
  return std::nullopt;
}

bool RateGate::TakeFree(const Asker& asker) const {
  if (limits_.free_per_second == 0) return true;
  const TokenBuckets::Rate rate =
      RateWith(limits_.free_per_second, seconds(1), limits_.free_per_second);
  return requests_.Take({.address = asker.address, .thing = kFreeThing}, rate, Now()).has_token;
}

RateGate::Entry RateGate::Enter(const Asker& asker, const http::Request& request) const {
  if (asker.address.empty()) return Entry::kFree;
  const auto rate = RateOf(asker.rate);
  if (!rate) return Entry::kFree;
  if (request.method == http::Method::kHead && TakeFree(asker)) return Entry::kFree;
  if (requests_.Take(OwnerOf(asker), *rate, Now()).has_token) return Entry::kCounted;
  return MayBeFree(request) && TakeFree(asker) ? Entry::kOnTrial : Entry::kRefused;
}

bool RateGate::Leave(const Asker& asker, Entry entry, http::Response* response) const {
  const bool is_free = IsFree(response->status());
  if (entry == Entry::kOnTrial && !is_free) return false;
  const auto rate = asker.address.empty() ? std::nullopt : RateOf(asker.rate);
  if (rate && entry == Entry::kCounted && is_free && TakeFree(asker))
    requests_.GiveBack(OwnerOf(asker), *rate, Now());
  if (announces_) AddFields(asker, response);
  return true;
}

void RateGate::AddFields(const Asker& asker, http::Response* response) const {
  const auto rate = RateOf(asker.rate);
  if (!rate || asker.address.empty()) return;
  const TokenBuckets::State state = requests_.Look(OwnerOf(asker), *rate, Now());
  const std::string_view name = NameOf(asker.rate);
  response->AddHeader("RateLimit-Policy", fmt::format("\"{}\";q={};w={}", name, rate->most,
                                                      SecondsOf(rate->every * rate->most)));
  response->AddHeader("RateLimit",
                      fmt::format("\"{}\";r={};t={}", name, state.left,
                                  SecondsOf(state.has_token ? state.fill : state.wait)));
}

void RateGate::AddRefusal(const Asker& asker, http::Response* response) const {
  const auto rate = RateOf(asker.rate);
  if (!rate) return;
  const TokenBuckets::State state = requests_.Look(OwnerOf(asker), *rate, Now());
  response->AddHeader("Retry-After",
                      fmt::format("{}", std::max<std::int64_t>(SecondsOf(state.wait), 1)));
  AddFields(asker, response);
}

}  // namespace orgreg::api
