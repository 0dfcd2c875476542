// SPDX-License-Identifier: EUPL-1.2

// How far what is served is behind the store. The watcher of the store notes when it first sees
// that something is not served yet, and when all is. Times are of the steady clock: neither a clock
// that jumps nor a batch with the time of earlier changes looks like a delay.
//
// One thread notes, any thread reads.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/threads/counters.h"
#include "base/threads/histogram.h"

namespace orgreg::app {

class Visibility {
 public:
  using Clock = std::chrono::steady_clock;

  // Something of the store is not served yet, or the store cannot be read.
  void NoteBehind(Clock::time_point now) {
    if (since_ == kNever) since_ = now.time_since_epoch().count();
  }
  // All of the store is served, from now on or for a while already.
  void NoteShown(Clock::time_point now) {
    if (since_ == kNever) return;
    delays_.Note(now - Clock::time_point(Clock::duration(since_)));
    since_ = kNever;
  }
  // Another state of the register is served.
  void NotePublished() { published_.Add(); }

  // For how long something has not been served; 0 if all is.
  std::chrono::nanoseconds Lag(Clock::time_point now) const {
    const std::int64_t since = since_;
    return since == kNever ? Clock::duration(0) : now - Clock::time_point(Clock::duration(since));
  }
  // The time from seeing a commit to serving it.
  base::Histogram::Reading Delays() const { return delays_.Read(); }
  std::uint64_t published() const { return published_.value(); }

 private:
  static constexpr std::int64_t kNever = -1;

  std::atomic<std::int64_t> since_ = kNever;
  base::Histogram delays_;
  base::OwnCounter published_;
};

}  // namespace orgreg::app
