#include "store/sqlite_writer.h"

#include <utility>

#include "store/sqlite_rows.h"

namespace orgreg::store {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

namespace {

// The write-ahead log is copied into the file once it has this many pages, and cut to
// nothing once it has that many: the log a bulk load leaves would be read at every start.
constexpr int kCheckpointPages = 512;
constexpr int kTruncatePages = 4096;

bool IsIoError(int sqlite_code) { return (sqlite_code & 0xff) == SQLITE_IOERR; }

}  // namespace

SqliteWriter::SqliteWriter(Lease lease, const Summary& before, FileState* files)
    : lease_(std::move(lease)), summary_(before), files_(files) {
  ++summary_.position.value;
}

Result<PutOutcome> SqliteWriter::Put(Table table, const RowView& row) {
  // SQLite ends the transaction by itself at some errors; what came after would then
  // be committed row by row.
  if (is_over_) return Over();
  auto outcome = TryPut(table, row);
  if (!outcome) is_over_ = true;
  return outcome;
}

Result<CommitId> SqliteWriter::Commit() {
  if (is_over_) return Over();
  is_over_ = true;
  if (Status written = WriteSummary(lease_.get(), summary_); !written) return written.error();
  if (Status committed = lease_->Run("COMMIT"); !committed) {
    if (IsIoError(lease_->error_code())) files_->sync_failed = true;
    return committed.error();
  }
  TendLog();
  return summary_.position;
}

Error SqliteWriter::Over() const {
  return Error{Code::kInvalid, "the transaction is over"}.At(lease_->path());
}

Result<PutOutcome> SqliteWriter::TryPut(Table table, const RowView& row) {
  const std::uint64_t checksum = RowChecksum(table, summary_.position, row);
  // Nearly always the row is new (a bulk load) and this is all.
  if (Status inserted = Execute(SqlOf(table).insert, row, checksum); !inserted) {
    return inserted.error();
  }
  Summary::OfTable& totals = summary_.Of(table);
  if (lease_->changes() == 1) {
    ++totals.rows;
    totals.sum += checksum;
    return PutOutcome::kInserted;
  }
  std::uint64_t old_checksum = 0;
  auto outcome = Compare(table, row, &old_checksum);
  if (!outcome || *outcome != PutOutcome::kReplaced) return outcome;
  if (Status updated = Execute(SqlOf(table).update, row, checksum); !updated) {
    return updated.error();
  }
  totals.sum += checksum - old_checksum;
  if (row.state == RowState::kRemoved) has_removed_ = true;
  return PutOutcome::kReplaced;
}

// What becomes of the row that is there.
Result<PutOutcome> SqliteWriter::Compare(Table table, const RowView& row,
                                         std::uint64_t* old_checksum) {
  const auto prepared = lease_->Prepare(SqlOf(table).find);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  statement->Bind(1, std::int64_t{row.number.value()});
  const int step = statement->Step();
  if (step == SQLITE_DONE) return lease_->Corrupt("a row is there and is not");
  if (step != SQLITE_ROW) return lease_->LastError(step);
  const auto stored = ReadRow(*lease_, table, *statement);
  if (!stored) return stored.error();
  *old_checksum = stored->checksum;
  if (stored->row.state == row.state && stored->row.body == row.body) {
    return PutOutcome::kUnchanged;
  }
  if (stored->row.state == RowState::kRemoved && row.state != RowState::kRemoved) {
    return PutOutcome::kKeptRemoved;
  }
  return PutOutcome::kReplaced;
}

Status SqliteWriter::Execute(std::string_view sql, const RowView& row, std::uint64_t checksum) {
  const auto prepared = lease_->Prepare(sql);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  statement->Bind(1, std::int64_t{row.number.value()})
      .Bind(2, static_cast<std::int64_t>(row.state))
      .Bind(3, summary_.position.value)
      .Bind(4, static_cast<std::int64_t>(checksum))
      .Bind(5, row.body);
  const int step = statement->Step();
  if (step != SQLITE_DONE) return lease_->LastError(step);
  return {};
}

// The commit is safe already, so nothing here fails it. Readers that still need the log
// are not waited for: the next commit tries again.
void SqliteWriter::TendLog() {
  const int pages = lease_->log_pages();
  // A removed row must not be readable from the log either.
  if (has_removed_ || pages >= kTruncatePages) files_->must_truncate = true;
  int code = SQLITE_OK;
  if (files_->must_truncate) {
    code = lease_->Checkpoint(SQLITE_CHECKPOINT_TRUNCATE);
    if (code == SQLITE_OK) files_->must_truncate = false;
  } else if (pages >= kCheckpointPages) {
    code = lease_->Checkpoint(SQLITE_CHECKPOINT_PASSIVE);
  }
  if (IsIoError(code)) files_->sync_failed = true;
}

}  // namespace orgreg::store
