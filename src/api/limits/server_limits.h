// SPDX-License-Identifier: EUPL-1.2

// The limits of a server: those of the transport, and those of what it serves. The defaults are
// what no honest client passes. limit_rows.h has all of them as settings. Plain values.

#pragma once

#include <cstdint>

#include "http/message/limits.h"

namespace orgreg::api {

// How often an address may ask; 0: as often as it likes. Addresses are counted by their networks
// (base/values/client_network.h); a trusted proxy is not counted, but those that it reports are.
struct RateLimits {
  // Of RateClass::kLookUps, and how many at once after a rest.
  std::uint32_t lookups_per_second = 1000;
  std::uint32_t lookups_at_once = 10'000;
  std::uint32_t downloads_per_hour = 0;  // Of each file, all of them at once if need be.
  std::uint32_t authorised_per_second = 1000;
  std::uint32_t authorised_at_once = 10'000;
  // HEAD and answers 304 and 206 count in none of the classes, so long as there are no more than
  // this.
  std::uint32_t free_per_second = 10'000;
};

// How much may be under way at a time, for all clients and for one (base/threads/fair_share.h).
struct WorkLimits {
  // Files that are sent, to one address; 0: any number.
  std::uint32_t downloads_per_address = 100;
  // Files that are made for one request while they are sent. They wait for their clients most of
  // the time, and take threads by turns.
  std::uint32_t made_files = 64;
  std::uint32_t made_files_per_address = 4;
  // Bodies that are matched. They share one thread.
  std::uint32_t matched_bodies = 64;
  std::uint32_t matched_bodies_per_address = 1;
};

struct AttemptLimits {
  std::uint32_t failures_per_minute = 10;  // With wrong passwords, of one address.
};

struct ServerLimits {
  http::Limits transport = {};
  RateLimits rates = {};
  WorkLimits work = {};
  AttemptLimits attempts = {};
};

}  // namespace orgreg::api
