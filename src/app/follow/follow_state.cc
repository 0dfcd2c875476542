// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/follow_state.h"

#include <algorithm>
#include <utility>

#include "base/log.h"

namespace orgreg::app {

FollowState::Facts FollowState::Read(Clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  Facts facts = facts_;
  if (equal_at_) facts.lag = std::max(now - *equal_at_, Clock::duration::zero());
  return facts;
}

void FollowState::NoteMet() {
  {
    const std::lock_guard lock(mutex_);
    facts_.is_met = true;
  }
  reached_.notify_all();
}

void FollowState::NoteSource(store::CommitId commit) {
  const std::lock_guard lock(mutex_);
  facts_.source_commit = commit;
}

void FollowState::NoteEqual(store::CommitId commit) {
  {
    const std::lock_guard lock(mutex_);
    facts_.source_commit = commit;
    facts_.problem.clear();
    equal_at_ = Clock::now();
    LogChange();
  }
  reached_.notify_all();
}

void FollowState::NoteStep() {
  const std::lock_guard lock(mutex_);
  ++facts_.steps;
}

void FollowState::NoteBegunAnew() {
  const std::lock_guard lock(mutex_);
  ++facts_.begun_anew;
}

void FollowState::NoteFailure(std::string problem) {
  {
    const std::lock_guard lock(mutex_);
    ++facts_.failures;
    facts_.problem = std::move(problem);
    facts_.is_met = false;
    LogChange();
  }
  reached_.notify_all();
}

void FollowState::NoteNothingThere() {
  const std::lock_guard lock(mutex_);
  facts_.problem = "the source has no register yet";
  LogChange();
}

bool FollowState::AwaitMet(Clock::duration most) const {
  std::unique_lock lock(mutex_);
  reached_.wait_for(lock, most, [this] { return facts_.is_met || !facts_.problem.empty(); });
  return facts_.is_met;
}

// A problem that is not logged now, because another one was just before, is logged when it comes
// again.
void FollowState::LogChange() {
  if (facts_.problem == logged_) return;
  if (facts_.problem.empty()) {
    base::LogInfo("the source is followed again");
  } else if (log_.Pass()) {
    base::LogWarning("the source is not followed: {}", facts_.problem);
  } else {
    return;
  }
  logged_ = facts_.problem;
}

bool FollowState::AwaitFirst(const std::stop_token& stop) const {
  std::unique_lock lock(mutex_);
  return reached_.wait(lock, stop, [this] { return equal_at_.has_value(); });
}

}  // namespace orgreg::app
