// SPDX-License-Identifier: EUPL-1.2

// What a replica reads for as long as it follows: what the source says of itself, then one step
// after another (store/replica.h), each as soon as there is a commit, and a word twice a second
// meanwhile, by which both sides notice that the other is gone. In the form of
// store/steps/step_writer.h. A feed ends with kUnavailable when the store is no longer of the
// history with which the feed began, as after a restore: a new one says so to the replica.
//
// Notes come with the next step after they were written, those of code lists among them.
//
// A ReplicaSource may be used by any thread, a ReplicaFeed by one at a time. Errors are those of
// the store.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "base/result.h"
#include "store/replica.h"
#include "store/steps/step_writer.h"
#include "store/store.h"

namespace orgreg::records {

// The state from which a replica goes on.
struct ReplicaState {
  std::int64_t commit = 0;
  std::uint64_t fingerprint = 0;  // store::Snapshot::Fingerprint; 0 at commit 0.
};

class ReplicaFeed {
 public:
  // `store` outlives the feed, which ends soon after `stop`.
  ReplicaFeed(store::Store* store, const ReplicaState& replica, std::stop_token stop)
      : store_(store), replica_(replica), stop_(std::move(stop)) {}

  // Appends the next part, and waits for it. False after the last one.
  base::Result<bool> Next(std::string* out);

 private:
  base::Result<bool> Introduce();
  base::Status BeginStep();
  base::Status CheckHistory(store::Snapshot* snapshot) const;
  base::Status AddNotes();
  base::Status GoOn();

  store::Store* store_;
  ReplicaState replica_;
  std::stop_token stop_;
  std::string piece_;
  store::StepWriter writer_{&piece_};
  bool is_introduced_ = false;
  store::StateId state_;                      // of the store when it was last looked at
  std::map<std::string, std::string> notes_;  // that the replica has
  // The step that is being sent; it uses the snapshot.
  std::unique_ptr<store::Snapshot> snapshot_;
  std::unique_ptr<store::Step> step_;
};

class ReplicaSource {
 public:
  // `store` outlives the source and its feeds.
  explicit ReplicaSource(store::Store* store) : store_(store) {}

  std::unique_ptr<ReplicaFeed> Begin(const ReplicaState& replica, std::stop_token stop) const {
    return std::make_unique<ReplicaFeed>(store_, replica, std::move(stop));
  }

 private:
  store::Store* store_;
};

}  // namespace orgreg::records
