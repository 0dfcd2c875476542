// SPDX-License-Identifier: EUPL-1.2

// How well a replica follows its source, for those who watch; what changes is logged too: once that
// the source is lost, and why, and once that it is followed again. Safe from any thread.

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "base/log_limit.h"
#include "store/store.h"

namespace orgreg::app {

class FollowState {
 public:
  using Clock = std::chrono::steady_clock;

  struct Facts {
    // The last commit that the source is known to have; 0 before it was reached.
    store::CommitId source_commit = {};
    // Since the replica was last known to be as its source; nothing before the first time.
    std::optional<Clock::duration> lag = {};
    std::uint64_t steps = 0;
    std::uint64_t failures = 0;    // of connections and steps
    std::uint64_t begun_anew = 0;  // Everything was taken again from the beginning.
    std::string problem = {};      // Why the source is not followed now; empty if it is.
    // The source was reached, and its history is that of the replica.
    bool is_met = false;
  };
  Facts Read(Clock::time_point now = Clock::now()) const;

  // The source is reached, and can be followed.
  void NoteMet();
  // The source has that commit, which is not here yet.
  void NoteSource(store::CommitId commit);
  // The replica is as its source at this commit.
  void NoteEqual(store::CommitId commit);
  void NoteStep();
  void NoteBegunAnew();
  void NoteFailure(std::string problem);
  // The source is reached, but has nothing to follow.
  void NoteNothingThere();

  // Whether the source is met. While nothing is known of it yet, waits so long for that.
  bool AwaitMet(Clock::duration most) const;
  // Waits until the replica was once as its source. False at a stop.
  bool AwaitFirst(const std::stop_token& stop) const;

 private:
  void LogChange();

  mutable std::mutex mutex_;
  mutable std::condition_variable_any reached_;
  // All guarded by mutex_.
  Facts facts_;
  std::optional<Clock::time_point> equal_at_;
  std::string logged_;  // The problem that was logged last; empty after the end of it was.
  base::LogLimit log_{std::chrono::seconds(5)};
};

}  // namespace orgreg::app
