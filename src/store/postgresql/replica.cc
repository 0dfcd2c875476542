// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/replica.h"

#include <fmt/format.h>

#include <utility>

#include "store/packing/packed_text.h"
#include "store/postgresql_tables/commits.h"
#include "store/postgresql_tables/rows.h"

namespace orgreg::store {

using base::Code;
using base::Error;
using base::Status;

namespace {

// Each store is wiped for itself. In a new one there is nothing to overwrite; in one whose content
// was forgotten there may be.
CommitId WipedAfter(const Summary& before, bool is_cleared, const Summary& goal) {
  if (is_cleared) return CommitId{-1};
  return before.position == CommitId{} ? goal.withdrawn : before.wiped;
}

}  // namespace

PgReplica::PgReplica(PgBegun begun, const StoreOptions& options, std::string channel)
    : lease_(std::move(begun.lease)),
      before_(begun.summary),
      now_(begun.summary),
      durability_(options.durability),
      channel_(std::move(channel)) {
  pending_.emplace(lease_.get(), before_);
}

template <typename Call>
Status PgReplica::Do(const Call& call) {
  if (is_over_) return Unfit("a step goes on after its end");
  Status done = call();
  if (!done) is_over_ = true;
  return done;
}

Error PgReplica::Unfit(const std::string& what) const { return lease_->Fail(Code::kInvalid, what); }

Status PgReplica::Clear() {
  return Do([&] { return TryClear(); });
}
Status PgReplica::Adopt(const ReplicaRow& row) {
  return Do([&] { return TryAdopt(row); });
}
Status PgReplica::Adopt(const LineView& line) {
  return Do([&] { return TryAdopt(line); });
}
Status PgReplica::Adopt(const CommitRecord& commit) {
  return Do([&] { return TryAdopt(commit); });
}
Status PgReplica::Adopt(const Note& note) {
  return Do([&] {
    AddNote(lease_.get(), note.key, note.text);
    return Status();
  });
}
Status PgReplica::Finish(const Summary& goal) {
  Status done = Do([&] { return TryFinish(goal); });
  is_over_ = true;
  return done;
}

// TRUNCATE would take the old state from readers at once.
Status PgReplica::TryClear() {
  for (const char* table : {"change_patch", "change_log", "commits", "note", "withdrawn"})
    lease_->AddText(fmt::format("DELETE FROM {}", table));
  for (const model::KindRow& row : model::kKindRows) {
    lease_->AddText(fmt::format("DELETE FROM {}", row.table));
    if (model::NamesOthers(row.kind))
      lease_->AddText(fmt::format("DELETE FROM {}_reference", row.table));
  }
  TRY(lease_->Send());
  now_ = Summary();
  before_ = Summary();
  pending_.emplace(lease_.get(), before_);
  is_cleared_ = true;
  withdrawn_.TakeAll();
  return {};
}

Status PgReplica::TryAdopt(const ReplicaRow& row) {
  RowView view = row.row;
  if (!row.packed.empty()) {
    if (!UnpackText(row.packed, &buffer_)) return Unfit("a row is packed in another way");
    view.body = buffer_;
  }
  Summary::OfTable& totals = now_.Of(row.kind);
  const PgKnownRow* const known = TRY(pending_->Know(row.kind, view.number));
  if (known->row) {
    totals.sum -= known->checksum;
    if (view.state == RowState::kRemoved) withdrawn_.Take(row.kind, view.number);
  } else {
    ++totals.rows;
  }
  const std::uint64_t checksum = RowChecksum(row.kind, row.commit, view);
  totals.sum += checksum;
  TRY(pending_->Put(row.kind, row.commit, view, checksum));
  return pending_->SetReferences(row.kind, view.number, row.named);
}

// A removal erases the patches of earlier lines, here as in the source.
Status PgReplica::TryAdopt(const LineView& view) {
  const LogLine& line = view.line;
  Summary::OfTable& totals = now_.Of(line.kind);
  if (line.id <= now_.last_change || line.place != totals.lines + 1)
    return Unfit("line " + std::to_string(line.id) + " of the log does not follow on");
  if (line.type == ChangeType::kRemoval) {
    const auto has_erased = TRY(pending_->EraseHistory(line.kind, line.number, &totals.line_sum));
    if (has_erased) withdrawn_.Take(line.kind, line.number);
  }
  const auto checksum = TRY(pending_->Append(line, {.kind = line.kind,
                                                    .number = line.number,
                                                    .type = line.type,
                                                    .forward = view.forward,
                                                    .backward = view.backward}));
  now_.last_change = line.id;
  totals.lines = line.place;
  totals.line_sum += checksum;
  return {};
}

Status PgReplica::TryAdopt(const CommitRecord& commit) {
  const bool is_first = now_.position == CommitId{};
  if (!is_first && commit.id.value != now_.position.value + 1)
    return Unfit("commit " + std::to_string(commit.id.value) + " does not follow on");
  if (is_first) now_.first_commit = commit.id;
  for (const model::Kind kind : model::kKinds) {
    if (commit.Of(kind).is_unlogged) now_.Of(kind).unlogged = commit.id;
  }
  now_.position = commit.id;
  now_.time_ms = commit.time_ms;
  // The newest one is also the summary.
  if (last_.id != CommitId{}) AddEarlierCommit(lease_.get(), last_);
  last_ = commit;
  return {};
}

// What the commits do not say is taken from the goal: ids that were skipped at the end, and which
// commit withdrew something.
Status PgReplica::TryFinish(const Summary& goal) {
  if (last_.id == goal.position && last_.last_change >= now_.last_change)
    now_.last_change = last_.last_change;
  now_.withdrawn = goal.withdrawn;
  now_.wiped = WipedAfter(before_, is_cleared_, goal);
  TRY(Compare(goal));
  pending_->Flush();
  if (last_.id != CommitId{}) AddCommit(lease_.get(), last_, now_);
  if (goal.withdrawn > before_.withdrawn && withdrawn_.is_empty() && before_.position != CommitId{})
    withdrawn_.TakeAll();
  withdrawn_.AddTo(lease_.get(), now_.position);
  AddMeta(lease_.get(), now_);
  return CommitDurably(lease_.get(), now_.position, channel_, durability_);
}

Status PgReplica::Compare(const Summary& goal) const {
  Summary expected = goal;
  expected.wiped = now_.wiped;
  const bool is_recorded = last_.id == goal.position || goal.position == before_.position;
  if (SummaryChecksum(now_) == SummaryChecksum(expected) && is_recorded) return {};
  return lease_->Fail(Code::kCorrupt, "is not what its source has at commit " +
                                          std::to_string(goal.position.value) +
                                          ": the state of before stays");
}

}  // namespace orgreg::store
