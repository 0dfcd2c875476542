// SPDX-License-Identifier: EUPL-1.2

// Limits how often each of very many clients does something. A client has a bucket of tokens for
// each thing; doing it takes one, and the bucket gains one every so often until it is full. A
// client is the network of its address (base/values/client_network.h).
//
// Memory is fixed. A bucket is kept as the time at which it will be full, so one that is full again
// needs no memory; if there is no room for a further one, one that is nearly full is forgotten in
// its place. So a flood of addresses costs nobody a token, and a client that has used up its tokens
// is remembered for longest. All functions are safe from any thread; a lock covers a hundredth of
// the buckets, and is held for some nanoseconds.

#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

namespace orgreg::base {

class TokenBuckets {
 public:
  using Clock = std::chrono::steady_clock;

  // The rule for one bucket; it may differ from call to call. `every` times `most` is less than 100
  // years.
  struct Rate {
    std::chrono::nanoseconds every{1};  // A token comes so often; at least 1.
    std::uint32_t most = 1;             // The size of the bucket; at least 1.
  };
  // Whose bucket it is, and for what.
  struct Owner {
    std::string_view address = {};
    std::uint32_t thing = 0;
  };
  struct State {
    bool has_token = false;            // Before one was taken.
    std::uint32_t left = 0;            // Afterwards.
    std::chrono::nanoseconds wait{0};  // Until there is a token; zero if one is left.
    std::chrono::nanoseconds fill{0};  // Until the bucket is full.
  };

  // Has room for so many buckets and as many again, since they share it unevenly: if so many are in
  // use, one in fifty is forgotten too early. A bucket has 16 bytes. Which buckets share room
  // depends on a random number, so that nobody can choose addresses that drive out another.
  explicit TokenBuckets(std::size_t buckets);

  // Takes a token if there is one. `now` never goes back by much.
  State Take(const Owner& owner, const Rate& rate, Clock::time_point now);
  // The state without taking one; `left` is what there is.
  State Look(const Owner& owner, const Rate& rate, Clock::time_point now);
  // Returns a token that was taken.
  void GiveBack(const Owner& owner, const Rate& rate, Clock::time_point now);

  // The buckets that are not full.
  std::size_t count(Clock::time_point now) const;
  std::size_t memory_bytes() const { return sets_.size() * sizeof(Set); }

 private:
  struct Bucket {
    std::uint64_t owner = 0;   // A hash; 0 where there is none.
    std::int64_t full_at = 0;  // Nanoseconds of the clock.
  };
  // The buckets among which one is searched: two lines of the processor's cache.
  static constexpr std::size_t kWays = 8;
  using Set = std::array<Bucket, kWays>;
  static constexpr std::size_t kLocks = 128;

  // The bucket, or null; and the one to forget for it. With the set's lock held.
  static Bucket* Find(Set* set, std::uint64_t owner);
  static Bucket* Oldest(Set* set);
  std::uint64_t HashOf(const Owner& owner) const;
  std::size_t SetOf(std::uint64_t hash) const { return hash % sets_.size(); }
  std::mutex& LockOf(std::size_t set) const { return locks_[set % kLocks]; }

  const std::uint64_t salt_;
  std::vector<Set> sets_;
  mutable std::array<std::mutex, kLocks> locks_;  // Each guards every 128th set.
};

}  // namespace orgreg::base
