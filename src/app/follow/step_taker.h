// SPDX-License-Identifier: EUPL-1.2

// Takes the steps of a source over into the store of a replica. Copies of documents are fetched
// before the rows that name them are stored. One thread at a time.

#pragma once

#include <functional>
#include <memory>
#include <set>
#include <stop_token>
#include <string>

#include "app/follow/follow_state.h"
#include "app/follow/step_source.h"
#include "base/result.h"
#include "records/documents/folder.h"
#include "store/replica.h"
#include "store/steps/step_reader.h"
#include "store/store.h"

namespace orgreg::app {

class StepTaker final : public store::StepSink {
 public:
  // What the steps go into, and where documents come from; all outlive the taker.
  struct Parts {
    store::Store* store = nullptr;
    StepSource* source = nullptr;
    const records::DocumentFolder* documents = nullptr;
    // Called when the source is known to be right, and after each step.
    std::function<base::Status()> met = {};
    std::function<void()> taken = {};
    bool begins_anew = false;  // What is here may be forgotten.
    FollowState* state = nullptr;
  };
  StepTaker(const Parts& parts, std::stop_token stop) : parts_(parts), stop_(std::move(stop)) {}

  // The replica can follow only by taking everything anew: the source does not know its state,
  // though it is the same register, or a step did not lead to the state of the source, or what is
  // here is damaged.
  bool needs_all() const { return needs_all_; }
  // What is here is so damaged that it cannot even be forgotten.
  bool is_beyond_mending() const { return is_beyond_mending_; }
  // The source knows the state that is here.
  bool has_met() const { return has_met_; }

  // kInvalid if the source does not know the state that is here.
  base::Status Meet(const store::SourceFacts& facts) override;
  base::Status Begin(store::CommitId since, store::CommitId until) override;
  base::Status Take(const store::ReplicaRow& row) override;
  base::Status Take(const store::LineView& line) override;
  base::Status Take(const store::CommitRecord& commit) override;
  base::Status Take(const store::Note& note) override;
  // kCorrupt if the replica would not be as its source.
  base::Status End(const store::Summary& goal) override;
  base::Status NothingNew(store::CommitId position) override;

 private:
  // Notes it if what is here is damaged.
  base::Status Noted(base::Status done);
  base::Status Open(store::CommitId since);
  base::Status FetchDocuments(records::DocumentFolder::Session* into) const;
  base::Status FetchDocument(const std::string& sha256,
                             records::DocumentFolder::Session* into) const;

  const Parts parts_;
  const std::stop_token stop_;
  std::unique_ptr<store::Replica> replica_;
  bool needs_all_ = false;
  bool is_beyond_mending_ = false;
  bool has_met_ = false;
  std::set<std::string> wanted_;  // The digests of documents that the step names.
};

}  // namespace orgreg::app
