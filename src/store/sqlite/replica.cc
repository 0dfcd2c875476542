// SPDX-License-Identifier: EUPL-1.2

#include "store/sqlite/replica.h"

#include <utility>

#include "store/packing/packed_text.h"
#include "store/sqlite_tables/commits.h"
#include "store/sqlite_tables/log.h"
#include "store/sqlite_tables/notes.h"
#include "store/sqlite_tables/references.h"
#include "store/sqlite_tables/rows.h"

namespace orgreg::store {

using base::Code;
using base::Error;
using base::Status;

namespace {

// Each file is wiped for itself. In a new file there is nothing to overwrite; in one whose content
// was forgotten there may be.
CommitId WipedAfter(const Summary& before, bool is_cleared, const Summary& goal) {
  if (is_cleared) return CommitId{-1};
  return before.position == CommitId{} ? goal.withdrawn : before.wiped;
}

}  // namespace

template <typename Call>
Status SqliteReplica::Do(const Call& call) {
  if (is_over_) return Unfit("a step goes on after its end");
  Status done = call();
  if (!done) is_over_ = true;
  return done;
}

Error SqliteReplica::Unfit(const std::string& what) const {
  return Error{Code::kInvalid, what}.At(lease_->path());
}

Status SqliteReplica::Clear() {
  return Do([&] { return TryClear(); });
}
Status SqliteReplica::Adopt(const ReplicaRow& row) {
  return Do([&] { return TryAdopt(row); });
}
Status SqliteReplica::Adopt(const LineView& line) {
  return Do([&] { return TryAdopt(line); });
}
Status SqliteReplica::Adopt(const CommitRecord& commit) {
  return Do([&] { return TryAdopt(commit); });
}
Status SqliteReplica::Adopt(const Note& note) {
  return Do([&] { return WriteNote(lease_.get(), note.key, note.text); });
}
Status SqliteReplica::Finish(const Summary& goal) {
  Status done = Do([&] { return TryFinish(goal); });
  is_over_ = true;
  return done;
}

Status SqliteReplica::TryClear() {
  std::string sql = "DELETE FROM change_log; DELETE FROM commits; DELETE FROM note;";
  for (const model::KindRow& row : model::kKindRows) {
    sql.append("DELETE FROM ").append(row.table).append(";");
    if (model::NamesOthers(row.kind))
      sql.append("DELETE FROM ").append(row.table).append("_reference;");
  }
  TRY(lease_->Run(sql));
  now_ = Summary();
  before_ = Summary();
  is_cleared_ = true;
  has_withdrawn_ = true;
  return {};
}

Status SqliteReplica::TryAdopt(const ReplicaRow& row) {
  StoredRow stored = {.row = row.row, .commit = row.commit};
  RowForm form = {.packed = row.packed};
  if (row.packed.empty()) {
    form = FormOf(row.kind, row.row.body, &buffer_);
  } else {
    if (!UnpackText(row.packed, &buffer_)) return Unfit("a row is packed in another way");
    stored.row.body = buffer_;
  }
  stored.checksum = RowChecksum(row.kind, row.commit, stored.row);
  Summary::OfTable& totals = now_.Of(row.kind);
  TRY(WriteRow(lease_.get(), SqlOf(row.kind).insert, stored, form));
  if (lease_->changes() == 1) {
    ++totals.rows;
  } else {
    const auto old = TRY(FindRow(lease_.get(), row.kind, row.row.number));
    if (!old) return lease_->Corrupt("a row is there and is not");
    totals.sum -=
        RowChecksum(row.kind, old->commit,
                    {.number = row.row.number, .state = old->row.state, .body = old->row.body});
    TRY(WriteRow(lease_.get(), SqlOf(row.kind).update, stored, form));
  }
  totals.sum += stored.checksum;
  return WriteReferences(lease_.get(), row.kind, row.row.number, row.named);
}

// A removal erases the patches of earlier lines, here as in the source.
Status SqliteReplica::TryAdopt(const LineView& view) {
  const LogLine& line = view.line;
  Summary::OfTable& totals = now_.Of(line.kind);
  if (line.id <= now_.last_change || line.place != totals.lines + 1)
    return Unfit("line " + std::to_string(line.id) + " of the log does not follow on");
  if (line.type == ChangeType::kRemoval) {
    TRY(EraseHistoryOf(lease_.get(), line.kind, line.number, &totals.line_sum));
  }
  const auto checksum = TRY(AppendLine(lease_.get(), line,
                                       {.kind = line.kind,
                                        .number = line.number,
                                        .type = line.type,
                                        .forward = view.forward,
                                        .backward = view.backward}));
  now_.last_change = line.id;
  totals.lines = line.place;
  totals.line_sum += checksum;
  return {};
}

Status SqliteReplica::TryAdopt(const CommitRecord& commit) {
  const bool is_first = now_.position == CommitId{};
  if (!is_first && commit.id.value != now_.position.value + 1)
    return Unfit("commit " + std::to_string(commit.id.value) + " does not follow on");
  if (is_first) now_.first_commit = commit.id;
  for (const model::Kind kind : model::kKinds) {
    if (commit.Of(kind).is_unlogged) now_.Of(kind).unlogged = commit.id;
  }
  now_.position = commit.id;
  now_.time_ms = commit.time_ms;
  last_ = commit;
  return WriteCommit(lease_.get(), commit);
}

// What the commits do not say is taken from the goal: ids that were skipped at the end, and which
// commit withdrew something.
Status SqliteReplica::TryFinish(const Summary& goal) {
  if (last_.id == goal.position && last_.last_change >= now_.last_change)
    now_.last_change = last_.last_change;
  now_.withdrawn = goal.withdrawn;
  now_.wiped = WipedAfter(before_, is_cleared_, goal);
  TRY(Compare(goal));
  has_withdrawn_ = has_withdrawn_ || goal.withdrawn > before_.withdrawn;
  TRY(WriteSummary(lease_.get(), now_));
  return CommitDurably(lease_.get(), now_.position, has_withdrawn_, files_);
}

Status SqliteReplica::Compare(const Summary& goal) const {
  Summary expected = goal;
  expected.wiped = now_.wiped;
  const bool is_recorded = last_.id == goal.position || goal.position == before_.position;
  if (SummaryChecksum(now_) == SummaryChecksum(expected) && is_recorded) return {};
  return Error{Code::kCorrupt, "is not what its source has at commit " +
                                   std::to_string(goal.position.value) +
                                   ": the state of before stays"}
      .At(lease_->path());
}

}  // namespace orgreg::store
