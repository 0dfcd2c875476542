// SPDX-License-Identifier: EUPL-1.2

// Follows a source on a thread of its own: the store of a replica becomes one state of the source
// after another, soon after each commit there. While the source is away, it is tried again and
// again; the replica serves what it has. Ends with the object.

#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "app/commands/wipe.h"
#include "app/follow/follow_state.h"
#include "app/follow/step_source.h"
#include "app/place/place.h"
#include "base/files/descriptor.h"
#include "base/result.h"
#include "records/documents/folder.h"
#include "records/register.h"
#include "store/store.h"

namespace orgreg::app {

class Follower {
 public:
  // Follows into the register of that place. An empty one becomes a replica; so does one whose
  // state belongs to the history of the source, since nothing of it is lost.
  static base::Result<std::unique_ptr<Follower>> Start(const Place& place,
                                                       std::unique_ptr<StepSource> source);

  const FollowState& state() const { return state_; }
  // Fetches the segments of the source, if this build of the program can use them, so that they
  // need not be made. Whatever is missing afterwards is made.
  void FetchSegments(const std::stop_token& stop) const;
  // The replica is damaged: everything is taken from the source again, at most once an hour.
  void NoteDamage();
  // The same, and waits until it is done, unless it was done before. kCorrupt, with what to do, if
  // the damage cannot be mended like that; kUnavailable at a stop.
  base::Status Mend(const std::stop_token& stop);

 private:
  Follower(const Place& place, std::unique_ptr<StepSource> source,
           std::unique_ptr<store::Store> store);

  void Run(const std::stop_token& stop);
  base::Status FollowOnce(const std::stop_token& stop);
  base::Status FollowFrom(store::CommitId commit, std::uint64_t fingerprint, bool begins_anew,
                          const std::stop_token& stop);
  std::stop_token BeginAttempt();
  void NoteStep();
  void GiveWay();
  base::Status Meet();
  base::Status Mark();
  base::Status CheckIsWhole();
  bool MayBeginAnew();
  base::Error CannotBeMended() const;

  const Place place_;
  const std::unique_ptr<StepSource> source_;
  const records::DocumentFolder documents_;
  std::unique_ptr<store::Store> store_;
  records::Register register_;
  Wiper wiper_;
  FollowState state_;
  std::mutex mutex_;
  std::stop_source attempt_;  // Guarded by mutex_; ends one attempt to follow.
  std::atomic<bool> is_damaged_ = false;
  std::atomic<bool> was_mended_ = false;
  std::atomic<bool> is_beyond_mending_ = false;
  // Used by the thread below.
  base::Descriptor mark_;
  bool gives_way_ = false;
  bool begins_anew_ = false;
  std::chrono::steady_clock::time_point next_anew_ = {};
  std::jthread thread_;
};

}  // namespace orgreg::app
