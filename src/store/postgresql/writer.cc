// SPDX-License-Identifier: EUPL-1.2

// Each call goes through Do, which ends the transaction at the first error. Tallies of rows and log
// lines are compared at the commit.

#include "store/postgresql/writer.h"

#include <algorithm>
#include <utility>

#include "base/build_date.h"
#include "store/clock_check.h"
#include "store/postgresql/horizon.h"
#include "store/postgresql_tables/commits.h"
#include "store/postgresql_tables/rows.h"
#include "store/receipt.h"

namespace orgreg::store {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

namespace {

// The server's clock counts, not that of one of many writers: one that is ahead would set the time
// of all later commits.
std::function<std::int64_t()> ClockOf(const PgBegun& begun, const StoreOptions& options) {
  if (options.clock_ms) return options.clock_ms;
  return [server_ms = begun.server_ms, began = begun.began] {
    const auto since = std::chrono::steady_clock::now() - began;
    return server_ms + std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
  };
}

}  // namespace

PgWriter::PgWriter(PgBegun begun, const StoreOptions& options, std::string channel)
    : lease_(std::move(begun.lease)),
      summary_(begun.summary),
      pending_(lease_.get(), begun.summary),
      durability_(options.durability),
      accepts_clock_(options.accepts_clock),
      now_ms_(ClockOf(begun, options)),
      channel_(std::move(channel)),
      newest_commit_ms_(begun.summary.time_ms) {
  ++summary_.position.value;
}

// After an error, the server ignores the rest of its transaction.
template <typename Call>
auto PgWriter::Do(const Call& call) -> decltype(call()) {
  if (is_over_) return Invalid("the transaction is over");
  auto done = call();
  if (!done.ok()) is_over_ = true;
  return done;
}

Error PgWriter::Invalid(std::string_view what) const { return lease_->Fail(Code::kInvalid, what); }

Status PgWriter::CheckClock() {
  return Do([&] { return TryCheckClock(now_ms_()); });
}

Status PgWriter::Expect(std::span<const base::OrgNumber> numbers) {
  return Do([&] { return pending_.Expect(numbers); });
}

Result<std::optional<Row>> PgWriter::Find(model::Kind kind, base::OrgNumber number) {
  return Do([&]() -> Result<std::optional<Row>> {
    const PgKnownRow* const known = TRY(pending_.Know(kind, number));
    // A row that this transaction has put may have no log line yet.
    if (!known->row || known->commit != summary_.position)
      TRY(pending_.CheckNewest(kind, number, *known));
    return known->row;
  });
}

Result<std::optional<Receipt>> PgWriter::FindBatch(const std::string& id) {
  return Do([&] { return TryFindBatch(id); });
}

// What is visible may still be lost, so whoever repeats a batch waits too.
Result<std::optional<Receipt>> PgWriter::TryFindBatch(const std::string& id) {
  if (id.empty()) return std::optional<Receipt>();
  const auto record = TRY(FindCommitOfBatch(lease_.get(), id));
  if (!record.has_value()) {
    unknown_batch_ = id;
    return std::optional<Receipt>();
  }
  TRY(AwaitHorizon(lease_.get(), durability_));
  return std::optional<Receipt>(ReceiptOf(*record));
}

Result<PutOutcome> PgWriter::Put(model::Kind kind, const RowView& row) {
  return Do([&] { return TryPut(kind, row, Removed::kStays); });
}

Result<PutOutcome> PgWriter::Reinstate(model::Kind kind, const RowView& row) {
  return Do([&] { return TryPut(kind, row, Removed::kIsReplaced); });
}

Status PgWriter::SetReferences(model::Kind kind, base::OrgNumber number,
                               const std::vector<base::OrgNumber>& named) {
  return Do([&]() -> Status {
    ++tallies_[model::IndexOf(kind)].references_set;
    return pending_.SetReferences(kind, number, named);
  });
}

Result<std::vector<base::OrgNumber>> PgWriter::Referring(model::Kind kind, base::OrgNumber named) {
  return Do([&] { return pending_.Referring(kind, named); });
}

Status PgWriter::Touch(model::Kind kind, base::OrgNumber number) {
  return Do([&] { return TryTouch(kind, number); });
}

Result<std::int64_t> PgWriter::Log(const ChangeView& change) {
  return Do([&] { return TryLog(change); });
}

Status PgWriter::EraseHistory(model::Kind kind, base::OrgNumber number) {
  return Do([&]() -> Status {
    const auto has_erased = TRY(pending_.EraseHistory(kind, number, &summary_.Of(kind).line_sum));
    if (has_erased) withdrawn_.Take(kind, number);
    return {};
  });
}

Result<TimeSpan> PgWriter::LogTimes() {
  return Do([&] { return TryLogTimes(); });
}

Status PgWriter::SetLogTime(std::int64_t time_ms) {
  return Do([&]() -> Status {
    TRY(CheckNothingIsLogged("a time is set"));
    const auto times = TRY(TryLogTimes());
    if (time_ms < times.first_ms || time_ms > times.last_ms)
      return Invalid("the log takes no line of that time");
    log_time_ms_ = time_ms;
    return {};
  });
}

Status PgWriter::SkipTo(std::int64_t change) {
  return Do([&]() -> Status {
    TRY(CheckNothingIsLogged("ids are skipped"));
    summary_.last_change = std::max(summary_.last_change, change);
    return {};
  });
}

Status PgWriter::PutNote(const std::string& key, std::string_view text) {
  return Do([&]() -> Status {
    AddNote(lease_.get(), key, text);
    return {};
  });
}

Result<std::optional<std::string>> PgWriter::FindNote(const std::string& key) {
  return Do([&] { return store::FindNote(lease_.get(), key); });
}

Result<Receipt> PgWriter::Commit(const BatchMark& batch) {
  auto receipt = Do([&] { return TryCommit(batch); });
  is_over_ = true;
  return receipt;
}

Result<PutOutcome> PgWriter::TryPut(model::Kind kind, const RowView& row, Removed removed) {
  const PgKnownRow* const known = TRY(pending_.Know(kind, row.number));
  Summary::OfTable& totals = summary_.Of(kind);
  const bool is_new = !known->row;
  if (!is_new) {
    if (known->row->state == row.state && known->row->body == row.body)
      return PutOutcome::kUnchanged;
    const bool comes_back =
        known->row->state == RowState::kRemoved && row.state != RowState::kRemoved;
    if (comes_back && removed == Removed::kStays) return PutOutcome::kKeptRemoved;
    totals.sum -= known->checksum;
    if (row.state == RowState::kRemoved) withdrawn_.Take(kind, row.number);
  }
  const std::uint64_t checksum = RowChecksum(kind, summary_.position, row);
  TRY(pending_.Put(kind, summary_.position, row, checksum));
  totals.rows += is_new ? 1 : 0;
  totals.sum += checksum;
  ++tallies_[model::IndexOf(kind)].changed_rows;
  return is_new ? PutOutcome::kInserted : PutOutcome::kReplaced;
}

Status PgWriter::TryTouch(model::Kind kind, base::OrgNumber number) {
  const PgKnownRow* const known = TRY(pending_.Know(kind, number));
  if (!known->row) return Invalid(number.ToString() + " is not there to be touched");
  const Row row = *known->row;
  const RowView view{.number = number, .state = row.state, .body = row.body};
  const std::uint64_t checksum = RowChecksum(kind, summary_.position, view);
  summary_.Of(kind).sum += checksum - known->checksum;
  TRY(pending_.Put(kind, summary_.position, view, checksum));
  Tally& tally = tallies_[model::IndexOf(kind)];
  ++tally.changed_rows;
  ++tally.touched_rows;
  return {};
}

// A log line for an unchanged row would look like a damaged store to readers.
Result<std::int64_t> PgWriter::TryLog(const ChangeView& change) {
  const PgKnownRow* const known = TRY(pending_.Know(change.kind, change.number));
  if (!known->row || known->commit != summary_.position) {
    return Invalid("a change of " + change.number.ToString() + " is logged, but no row was put");
  }
  Summary::OfTable& totals = summary_.Of(change.kind);
  LogLine line;
  line.id = summary_.last_change + 1;
  line.kind = change.kind;
  line.place = totals.lines + 1;
  line.commit = summary_.position;
  line.number = change.number;
  line.type = change.type;
  line.time_ms = log_time_ms_.value_or(Time());
  line.place_sum = known->place_sum + static_cast<std::uint64_t>(line.place);
  line.patch_sum = PatchChecksum(change.forward, change.backward);
  const auto checksum = TRY(pending_.Append(line, change));
  summary_.last_change = line.id;
  totals.lines = line.place;
  totals.line_sum += checksum;
  ++tallies_[model::IndexOf(change.kind)].logged_lines;
  return line.id;
}

Result<TimeSpan> PgWriter::TryLogTimes() {
  const auto first_ms = TRY(TimeOfLastLine(lease_.get()));
  return TimeSpan{.first_ms = first_ms, .last_ms = Time()};
}

Status PgWriter::CheckNothingIsLogged(std::string_view what) const {
  for (const Tally& tally : tallies_) {
    if (tally.logged_lines > 0) return Invalid(std::string(what) + " after a change was logged");
  }
  return {};
}

// The whole commit has one time, which is never before that of the previous commit.
std::int64_t PgWriter::Time() {
  if (!time_ms_) time_ms_ = std::max(now_ms_(), summary_.time_ms);
  return *time_ms_;
}

Status PgWriter::TryCheckClock(std::int64_t now_ms) const {
  if (accepts_clock_) return {};
  Status checked =
      store::CheckClock(base::Timestamp::FromMilliseconds(now_ms),
                        base::Timestamp::FromMilliseconds(newest_commit_ms_), base::BuildDate());
  return checked ? Status() : Status(std::move(checked).error().At(lease_->shown()));
}

Result<Receipt> PgWriter::TryCommit(const BatchMark& batch) {
  TRY(Settle(batch));
  TRY(TryCheckClock(Time()));
  summary_.time_ms = Time();
  if (!withdrawn_.is_empty()) summary_.withdrawn = summary_.position;
  CommitRecord record = RecordOf(summary_);
  record.batch = batch;
  for (const Tally& tally : tallies_) record.changes += tally.logged_lines;
  pending_.Flush();
  withdrawn_.AddTo(lease_.get(), summary_.position);
  AddCommit(lease_.get(), record, summary_);
  TRY(CommitDurably(lease_.get(), record.id, channel_, durability_));
  return ReceiptOf(record);
}

// Checks what the caller promised: a batch id is new, and the log has lines for all rows or for
// none.
Status PgWriter::Settle(const BatchMark& batch) {
  if (!batch.id.empty() && batch.id != unknown_batch_) {
    const auto earlier = TRY(FindCommitOfBatch(lease_.get(), batch.id));
    if (earlier.has_value()) return Invalid("batch " + batch.id + " was committed already");
  }
  for (const model::Kind kind : model::kKinds) {
    const Tally& tally = tallies_[model::IndexOf(kind)];
    const std::string name(model::RowOf(kind).table);
    if (model::NamesOthers(kind) && tally.references_set != tally.changed_rows - tally.touched_rows)
      return Invalid(name + ": rows changed without their references");
    if (tally.logged_lines == tally.changed_rows) continue;
    if (tally.logged_lines > 0) {
      return Invalid(name + ": " + std::to_string(tally.changed_rows) +
                     " rows changed, but the number of log lines is " +
                     std::to_string(tally.logged_lines));
    }
    summary_.Of(kind).unlogged = summary_.position;
  }
  return {};
}

}  // namespace orgreg::store
