// SPDX-License-Identifier: EUPL-1.2

// Each call goes through Do, which ends the transaction at the first error. Tallies of rows and log
// lines are compared at the commit.

#include "store/sqlite/writer.h"

#include <algorithm>
#include <utility>

#include "base/build_date.h"
#include "store/clock_check.h"
#include "store/receipt.h"
#include "store/sqlite_tables/changes.h"
#include "store/sqlite_tables/commits.h"
#include "store/sqlite_tables/log.h"
#include "store/sqlite_tables/notes.h"
#include "store/sqlite_tables/references.h"
#include "store/sqlite_tables/rows.h"

namespace orgreg::store {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

SqliteWriter::SqliteWriter(BorrowedConnection lease, const Summary& before, FileState* files,
                           CommitClock clock)
    : lease_(std::move(lease)),
      summary_(before),
      files_(files),
      clock_(std::move(clock)),
      newest_commit_ms_(before.time_ms) {
  ++summary_.position.value;
}

// SQLite ends the transaction by itself at some errors; later calls would then be committed row by
// row.
template <typename Call>
auto SqliteWriter::Do(const Call& call) -> decltype(call()) {
  if (is_over_) return Over();
  auto done = call();
  if (!done.ok()) is_over_ = true;
  return done;
}

Error SqliteWriter::Over() const {
  return Error{Code::kInvalid, "the transaction is over"}.At(lease_->path());
}

Status SqliteWriter::CheckClock() {
  return Do([&] { return TryCheckClock(clock_.now_ms()); });
}

Result<std::optional<Row>> SqliteWriter::Find(model::Kind kind, base::OrgNumber number) {
  return Do([&]() -> Result<std::optional<Row>> {
    auto found = FindRow(lease_.get(), kind, number);
    // A row that this transaction has put may have no log line yet.
    if (found && !(found->has_value() && (*found)->commit == summary_.position)) {
      found = SqliteChanges(lease_.get(), summary_).Find(kind, number);
    }
    if (!found) return std::move(found).error();
    if (!found->has_value()) return std::optional<Row>();
    return std::optional<Row>(std::move((*found)->row));
  });
}

Result<std::optional<Receipt>> SqliteWriter::FindBatch(const std::string& id) {
  return Do([&]() -> Result<std::optional<Receipt>> {
    if (id.empty()) return std::optional<Receipt>();
    const auto record = TRY(FindCommitOfBatch(lease_.get(), id));
    if (!record.has_value()) return std::optional<Receipt>();
    return std::optional<Receipt>(ReceiptOf(*record));
  });
}

Result<PutOutcome> SqliteWriter::Put(model::Kind kind, const RowView& row) {
  return Do([&] { return TryPut(kind, row, Removed::kStays); });
}

Result<PutOutcome> SqliteWriter::Reinstate(model::Kind kind, const RowView& row) {
  return Do([&] { return TryPut(kind, row, Removed::kIsReplaced); });
}

Status SqliteWriter::SetReferences(model::Kind kind, base::OrgNumber number,
                                   const std::vector<base::OrgNumber>& named) {
  return Do([&]() -> Status {
    ++tallies_[model::IndexOf(kind)].references_set;
    return WriteReferences(lease_.get(), kind, number, named);
  });
}

Result<std::vector<base::OrgNumber>> SqliteWriter::Referring(model::Kind kind,
                                                             base::OrgNumber named) {
  return Do([&] { return FindReferring(lease_.get(), kind, named); });
}

Status SqliteWriter::Touch(model::Kind kind, base::OrgNumber number) {
  return Do([&] { return TryTouch(kind, number); });
}

Result<std::int64_t> SqliteWriter::Log(const ChangeView& change) {
  return Do([&] { return TryLog(change); });
}

Status SqliteWriter::EraseHistory(model::Kind kind, base::OrgNumber number) {
  return Do([&] { return TryEraseHistory(kind, number); });
}

Result<TimeSpan> SqliteWriter::LogTimes() {
  return Do([&] { return TryLogTimes(); });
}

Status SqliteWriter::SetLogTime(std::int64_t time_ms) {
  return Do([&]() -> Status {
    TRY(CheckNothingIsLogged("a time is set"));
    const auto times = TRY(TryLogTimes());
    if (time_ms < times.first_ms || time_ms > times.last_ms) {
      return Error{Code::kInvalid, "the log takes no line of that time"}.At(lease_->path());
    }
    log_time_ms_ = time_ms;
    return {};
  });
}

Status SqliteWriter::SkipTo(std::int64_t change) {
  return Do([&]() -> Status {
    TRY(CheckNothingIsLogged("ids are skipped"));
    summary_.last_change = std::max(summary_.last_change, change);
    return {};
  });
}

Status SqliteWriter::PutNote(const std::string& key, std::string_view text) {
  return Do([&] { return WriteNote(lease_.get(), key, text); });
}

Result<std::optional<std::string>> SqliteWriter::FindNote(const std::string& key) {
  return Do([&] { return store::FindNote(lease_.get(), key); });
}

Result<Receipt> SqliteWriter::Commit(const BatchMark& batch) {
  auto receipt = Do([&] { return TryCommit(batch); });
  is_over_ = true;
  return receipt;
}

Result<PutOutcome> SqliteWriter::TryPut(model::Kind kind, const RowView& row, Removed removed) {
  const std::uint64_t checksum = RowChecksum(kind, summary_.position, row);
  Tally& tally = tallies_[model::IndexOf(kind)];
  // Nearly all rows of a bulk load are new, and nearly all of a diff are stored and unchanged: what
  // was true of the last row is tried first.
  if (!tally.meets_rows) {
    const bool is_new = TRY(TryInsert(kind, row, checksum));
    if (is_new) return PutOutcome::kInserted;
  }
  std::uint64_t old_checksum = 0;
  const auto outcome = TRY(Compare(kind, row, &old_checksum));
  tally.meets_rows = outcome.has_value();
  if (!outcome.has_value()) {
    const bool is_new = TRY(TryInsert(kind, row, checksum));
    if (is_new) return PutOutcome::kInserted;
    return lease_->Corrupt("a row is there and is not");
  }
  if (*outcome == PutOutcome::kUnchanged) return *outcome;
  if (*outcome == PutOutcome::kKeptRemoved && removed == Removed::kStays) return *outcome;
  TRY(Execute(kind, SqlOf(kind).update, row, checksum));
  summary_.Of(kind).sum += checksum - old_checksum;
  ++tally.changed_rows;
  if (row.state == RowState::kRemoved) has_removed_ = true;
  return PutOutcome::kReplaced;
}

// False if the row exists.
Result<bool> SqliteWriter::TryInsert(model::Kind kind, const RowView& row, std::uint64_t checksum) {
  TRY(Execute(kind, SqlOf(kind).insert, row, checksum));
  if (lease_->changes() != 1) return false;
  Summary::OfTable& totals = summary_.Of(kind);
  ++totals.rows;
  totals.sum += checksum;
  ++tallies_[model::IndexOf(kind)].changed_rows;
  return true;
}

Status SqliteWriter::TryTouch(model::Kind kind, base::OrgNumber number) {
  const auto found = TRY(FindRow(lease_.get(), kind, number));
  if (!found.has_value()) {
    return Error{Code::kInvalid, number.ToString() + " is not there to be touched"}.At(
        lease_->path());
  }
  const Row& stored = found->row;
  const RowView row{.number = number, .state = stored.state, .body = stored.body};
  const std::uint64_t checksum = RowChecksum(kind, summary_.position, row);
  TRY(Execute(kind, SqlOf(kind).update, row, checksum));
  summary_.Of(kind).sum += checksum - RowChecksum(kind, found->commit, row);
  Tally& tally = tallies_[model::IndexOf(kind)];
  ++tally.changed_rows;
  ++tally.touched_rows;
  return {};
}

// Decides what happens to the existing row.
Result<std::optional<PutOutcome>> SqliteWriter::Compare(model::Kind kind, const RowView& row,
                                                        std::uint64_t* old_checksum) {
  auto query = TRY(lease_->Ask(SqlOf(kind).find, row.number));
  const bool is_there = TRY(query.Next());
  if (!is_there) return std::optional<PutOutcome>();
  const auto stored = TRY(ReadRow(*lease_, kind, query));
  *old_checksum = stored.checksum;
  if (stored.row.state == row.state && stored.row.body == row.body) {
    return std::optional(PutOutcome::kUnchanged);
  }
  if (stored.row.state == RowState::kRemoved && row.state != RowState::kRemoved) {
    return std::optional(PutOutcome::kKeptRemoved);
  }
  return std::optional(PutOutcome::kReplaced);
}

Status SqliteWriter::Execute(model::Kind kind, std::string_view sql, const RowView& row,
                             std::uint64_t checksum) {
  return WriteRow(lease_.get(), sql,
                  {.row = row, .commit = summary_.position, .checksum = checksum},
                  FormOf(kind, row.body, &packed_));
}

Result<std::int64_t> SqliteWriter::TryLog(const ChangeView& change) {
  TRY(CheckIsPut(change));
  const auto newest = TRY(FindNewest(lease_.get(), change.kind, change.number));
  Summary::OfTable& totals = summary_.Of(change.kind);
  LogLine line;
  line.id = summary_.last_change + 1;
  line.kind = change.kind;
  line.place = totals.lines + 1;
  line.commit = summary_.position;
  line.number = change.number;
  line.type = change.type;
  line.time_ms = log_time_ms_.value_or(Time());
  line.place_sum = static_cast<std::uint64_t>(line.place);
  if (newest.has_value()) line.place_sum += newest->place_sum;
  line.patch_sum = PatchChecksum(change.forward, change.backward);
  const auto checksum = TRY(AppendLine(lease_.get(), line, change));
  summary_.last_change = line.id;
  totals.lines = line.place;
  totals.line_sum += checksum;
  ++tallies_[model::IndexOf(change.kind)].logged_lines;
  return line.id;
}

Result<TimeSpan> SqliteWriter::TryLogTimes() {
  const auto last = TRY(FindLast(lease_.get()));
  return TimeSpan{.first_ms = last.has_value() ? last->time_ms : 0, .last_ms = Time()};
}

Status SqliteWriter::CheckNothingIsLogged(std::string_view what) const {
  for (const Tally& tally : tallies_) {
    if (tally.logged_lines == 0) continue;
    return Error{Code::kInvalid, std::string(what) + " after a change was logged"}.At(
        lease_->path());
  }
  return {};
}

// A log line for an unchanged row would look like a damaged store to readers.
Status SqliteWriter::CheckIsPut(const ChangeView& change) {
  auto query = TRY(lease_->Ask(SqlOf(change.kind).commit, change.number));
  const bool is_there = TRY(query.Next());
  if (is_there && query->Integer(0) == summary_.position.value) return {};
  return Error{Code::kInvalid,
               "a change of " + change.number.ToString() + " is logged, but no row was put"}
      .At(lease_->path());
}

Status SqliteWriter::TryEraseHistory(model::Kind kind, base::OrgNumber number) {
  const bool has_erased =
      TRY(EraseHistoryOf(lease_.get(), kind, number, &summary_.Of(kind).line_sum));
  has_removed_ = has_removed_ || has_erased;
  return {};
}

// The whole commit has one time, which is never before that of the previous commit.
std::int64_t SqliteWriter::Time() {
  if (!time_ms_) time_ms_ = std::max(clock_.now_ms(), summary_.time_ms);
  return *time_ms_;
}

Status SqliteWriter::TryCheckClock(std::int64_t now_ms) const {
  if (clock_.is_accepted) return {};
  Status checked =
      store::CheckClock(base::Timestamp::FromMilliseconds(now_ms),
                        base::Timestamp::FromMilliseconds(newest_commit_ms_), base::BuildDate());
  return checked ? Status() : Status(std::move(checked).error().At(lease_->path()));
}

Result<Receipt> SqliteWriter::TryCommit(const BatchMark& batch) {
  TRY(Settle(batch));
  TRY(TryCheckClock(Time()));
  summary_.time_ms = Time();
  if (has_removed_) summary_.withdrawn = summary_.position;
  CommitRecord record = RecordOf(summary_);
  record.batch = batch;
  for (const Tally& tally : tallies_) record.changes += tally.logged_lines;
  TRY(WriteSummary(lease_.get(), summary_));
  TRY(WriteCommit(lease_.get(), record));
  TRY(CommitDurably(lease_.get(), record.id, has_removed_, files_));
  return ReceiptOf(record);
}

// Checks what the caller promised: a batch id is new, and the log has lines for all rows or for
// none.
Status SqliteWriter::Settle(const BatchMark& batch) {
  if (!batch.id.empty()) {
    const auto earlier = TRY(FindCommitOfBatch(lease_.get(), batch.id));
    if (earlier.has_value()) {
      return Error{Code::kInvalid, "batch " + batch.id + " was committed already"}.At(
          lease_->path());
    }
  }
  for (const model::Kind kind : model::kKinds) {
    const Tally& tally = tallies_[model::IndexOf(kind)];
    if (model::NamesOthers(kind) &&
        tally.references_set != tally.changed_rows - tally.touched_rows) {
      return Error{Code::kInvalid, SqlOf(kind).name + ": rows changed without their references"}.At(
          lease_->path());
    }
    if (tally.logged_lines == tally.changed_rows) continue;
    if (tally.logged_lines > 0) {
      return Error{Code::kInvalid, SqlOf(kind).name + ": " + std::to_string(tally.changed_rows) +
                                       " rows changed, but the number of log lines is " +
                                       std::to_string(tally.logged_lines)}
          .At(lease_->path());
    }
    summary_.Of(kind).unlogged = summary_.position;
  }
  return {};
}

}  // namespace orgreg::store
