// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/follow_state.h"

#include <algorithm>
#include <utility>

namespace orgreg::app {

FollowState::Facts FollowState::Read(Clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  Facts facts = facts_;
  if (equal_at_) facts.lag = std::max(now - *equal_at_, Clock::duration::zero());
  return facts;
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
  const std::lock_guard lock(mutex_);
  ++facts_.failures;
  facts_.problem = std::move(problem);
}

void FollowState::NoteNothingThere() {
  const std::lock_guard lock(mutex_);
  facts_.problem = "the source has no register yet";
}

bool FollowState::AwaitFirst(const std::stop_token& stop) const {
  std::unique_lock lock(mutex_);
  return reached_.wait(lock, stop, [this] { return equal_at_.has_value(); });
}

}  // namespace orgreg::app
