// SPDX-License-Identifier: EUPL-1.2

// Decides whose password is checked next. A check takes some tenths of a second, so few are made at
// a time and other requests wait, at most kMostInside in all. The order follows the standing of the
// client (client_standing.h): clients that were right before come first, then new ones, then those
// that were turned away, and last those that were wrong. Among equals the latest request comes
// first, since it has the most time left. If all places are taken, the last request in this order
// gives way. One slot is never given to clients of the last two standings, so that a new client
// need not wait for the end of a guess. A client with other credentials that wait is not new.
//
// Names play no part, nor does it matter if a user exists.
//
// The mutex of its owner guards the queue; every call gets it locked.

#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "auth/secrets/keyed_hash.h"
#include "auth/users/client_standing.h"

namespace orgreg::auth {

struct PasswordQueueOptions {
  std::size_t most_at_once = 2;  // at least 1
  std::size_t most_waiting = 62;
  std::chrono::milliseconds longest_wait{10'000};
  std::function<std::chrono::steady_clock::time_point()> now = &std::chrono::steady_clock::now;
};

class PasswordQueue {
 public:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;

  // The default number of places. Each needs a thread of its own.
  static constexpr unsigned kMostInside = 64;
  // A place is kept so long for a request that does not come.
  static constexpr std::chrono::seconds kKeptFor{2};

  // A request whose credentials are to be checked.
  struct Claim {
    KeyedDigest digest = {};  // of the credentials
    std::string network = {};
  };
  enum class Outcome {
    kMayCheck,  // check the credentials, then call End
    kDecided,   // `is_decided` became true: another request checked the same
    kNone,      // turned away
  };

  explicit PasswordQueue(PasswordQueueOptions options)
      : options_(std::move(options)), standings_(options_.now) {}

  // Keeps a place for the claim, which should call Wait soon. Returns false if it is turned away.
  bool Admit(const Claim& claim, const Lock& lock);
  // Frees a kept place that is not needed.
  void GiveUp(const Claim& claim, const Lock& lock);

  // Waits for a slot, at most `longest_wait`, in the kept place or else in a new one as from Admit.
  Outcome Wait(const Claim& claim, const std::function<bool()>& is_decided, Lock* lock);
  void End(const Claim& claim, const Lock& lock);

  ClientStandings& standings() { return standings_; }

 private:
  struct Waiter {
    const Claim* claim = nullptr;
    Standing standing = Standing::kFresh;
    std::uint64_t order = 0;
    bool gives_way = false;
  };
  // A check that has begun; its claim may be destroyed before it ends.
  struct UnderWay {
    std::string network = {};
    Standing standing = Standing::kFresh;
  };
  struct Expected {
    Claim claim = {};
    Standing standing = Standing::kFresh;
    Clock::time_point until = {};
  };

  static bool IsLate(Standing standing) { return standing > Standing::kFresh; }
  // Returns true if the one comes before the other.
  static bool IsBefore(const Waiter& one, const Waiter& other);
  Standing StandingOf(const Claim& claim) const;
  // The number of requests that have a place.
  std::size_t Inside() const;
  bool MakeRoom(Standing standing);
  const Waiter* Next() const;

  const PasswordQueueOptions options_;
  ClientStandings standings_;
  std::condition_variable changed_;
  std::vector<Waiter*> waiting_;
  std::vector<Expected> expected_;
  std::map<KeyedDigest, UnderWay> under_way_;
  std::uint64_t count_ = 0;  // of all that ever waited
};

}  // namespace orgreg::auth
