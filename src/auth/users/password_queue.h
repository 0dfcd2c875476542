// Whose password is checked next. A check costs some tenths of a second, so few are made at a time
// and the others wait, at most kMostInside in all. Turns go by what is known of the client
// (client_standing.h): first to those who were right before, then to new ones, then to those who
// were turned away, and last to those who were wrong; among equals to the one who came last, since
// he has still the time to be answered. Where all places are taken, who comes last in this order
// gives way. One turn is never given to clients of the last two standings, so that a new one need
// not wait for the end of a guess. What else a client has waiting, with other credentials, does not
// make it new.
//
// Names and whether there is a user play no part.
//
// Guarded by the mutex of its owner, which every call is given locked.

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

  // As many as there are by default: each wants a thread of its own.
  static constexpr unsigned kMostInside = 64;
  // A place is kept so long for who does not come.
  static constexpr std::chrono::seconds kKeptFor{2};

  // A request whose credentials are to be checked.
  struct Claim {
    KeyedDigest digest = {};  // of the credentials
    std::string network = {};
  };
  enum class Outcome {
    kMayCheck,  // check them, then call End
    kDecided,   // `is_decided` became true: somebody else checked the same
    kNone,      // turned away
  };

  explicit PasswordQueue(PasswordQueueOptions options)
      : options_(std::move(options)), standings_(options_.now) {}

  // Keeps a place for the claim, which is to come to Wait soon. False: it is turned away.
  bool Admit(const Claim& claim, const Lock& lock);
  // A place that was kept and is not needed.
  void GiveUp(const Claim& claim, const Lock& lock);

  // Waits for a turn, at most `longest_wait`, in the place that was kept or else as Admit.
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
  // A check that was begun; its claim may be gone before it ends.
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
  // Whether the one has its turn before the other.
  static bool IsBefore(const Waiter& one, const Waiter& other);
  Standing StandingOf(const Claim& claim) const;
  // Requests that have a place.
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
