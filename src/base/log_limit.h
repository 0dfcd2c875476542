// SPDX-License-Identifier: EUPL-1.2

// Keeps a message that could be repeated thousands of times a second from filling the log: one
// message passes, the others are only counted until the pause is over. Safe from any thread.

#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace orgreg::base {

class LogLimit {
 public:
  using Clock = std::chrono::steady_clock;

  explicit LogLimit(Clock::duration pause) : pause_(pause) {}

  // Returns how many messages were held back since the last one that passed, or nothing if this
  // one must be held back too.
  std::optional<std::uint64_t> Pass(Clock::time_point now = Clock::now()) {
    const std::lock_guard lock(mutex_);
    if (last_ && now - *last_ < pause_) {
      ++held_back_;
      return std::nullopt;
    }
    last_ = now;
    const std::uint64_t count = held_back_;
    held_back_ = 0;
    return count;
  }

 private:
  const Clock::duration pause_;
  std::mutex mutex_;
  std::optional<Clock::time_point> last_;  // Guarded by mutex_, as is held_back_.
  std::uint64_t held_back_ = 0;
};

}  // namespace orgreg::base
