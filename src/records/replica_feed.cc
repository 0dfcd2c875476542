// SPDX-License-Identifier: EUPL-1.2

#include "records/replica_feed.h"

#include <chrono>
#include <cstddef>

#include "store/checksum.h"

namespace orgreg::records {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
constexpr std::size_t kRows = 256;  // Looked at between two questions for the size of the piece.
constexpr std::chrono::milliseconds kQuietTime(500);

}  // namespace

base::Result<bool> ReplicaFeed::Next(std::string* out) {
  piece_.clear();
  bool goes_on = true;
  if (!is_introduced_) {
    goes_on = TRY(Introduce());
  } else {
    if (!step_) TRY(BeginStep());
    if (step_) TRY(GoOn());
  }
  out->append(piece_);
  return goes_on && !stop_.stop_requested();
}

// False if the replica has another history.
base::Result<bool> ReplicaFeed::Introduce() {
  is_introduced_ = true;
  const auto snapshot = TRY(store_->Read());
  store::SourceFacts facts;
  facts.first_commit = snapshot->summary().first_commit;
  facts.origin = TRY(snapshot->Fingerprint(facts.first_commit));
  const auto fingerprint = TRY(snapshot->Fingerprint(store::CommitId{replica_.commit}));
  facts.knows_commit =
      replica_.commit == 0 || (fingerprint != 0 && fingerprint == replica_.fingerprint);
  writer_.Introduce(facts);
  return facts.knows_commit;
}

base::Status ReplicaFeed::BeginStep() {
  const store::CommitId mine{replica_.commit};
  TRY(store_->AwaitCommit(mine, kQuietTime, stop_));
  const auto state = TRY(store_->State());
  if (state == state_) {
    writer_.NothingNew(mine);
    return {};
  }
  auto snapshot = TRY(store_->Read());
  TRY(CheckHistory(snapshot.get()));
  state_ = store::StateIdOf(snapshot->summary());
  if (state_.commit == mine) {
    writer_.NothingNew(mine);
    return {};
  }
  snapshot_ = std::move(snapshot);
  step_ = snapshot_->StepSince(mine);
  writer_.Begin(mine, snapshot_->position());
  return AddNotes();
}

base::Status ReplicaFeed::CheckHistory(store::Snapshot* snapshot) const {
  const store::CommitId mine{replica_.commit};
  const auto fingerprint = TRY(snapshot->Fingerprint(mine));
  if (mine == store::CommitId{} || fingerprint == replica_.fingerprint) return {};
  return base::Error{base::Code::kUnavailable, "the source has another history since"};
}

base::Status ReplicaFeed::AddNotes() {
  for (const store::Note& note : TRY(snapshot_->Notes())) {
    std::string& known = notes_[note.key];
    if (known == note.text) continue;
    writer_.Add(note);
    known = note.text;
  }
  return {};
}

base::Status ReplicaFeed::GoOn() {
  while (piece_.size() < kPieceBytes) {
    const bool goes_on = TRY(step_->Next(kRows, writer_.visitor()));
    if (goes_on) continue;
    writer_.End(snapshot_->summary());
    replica_ = {.commit = state_.commit.value,
                .fingerprint = TRY(snapshot_->Fingerprint(state_.commit))};
    step_.reset();
    snapshot_.reset();
    return {};
  }
  return {};
}

}  // namespace orgreg::records
