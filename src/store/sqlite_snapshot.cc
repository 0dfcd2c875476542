#include "store/sqlite_snapshot.h"

#include <string>
#include <utility>

#include "store/sqlite_rows.h"

namespace orgreg::store {

using base::Result;
using base::Status;

SqliteSnapshot::SqliteSnapshot(Lease lease, const Summary& summary)
    : lease_(std::move(lease)), summary_(summary) {}

Result<std::optional<Row>> SqliteSnapshot::Find(Table table, base::OrgNumber number) {
  const auto prepared = lease_->Prepare(SqlOf(table).find);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  statement->Bind(1, std::int64_t{number.value()});
  const int step = statement->Step();
  if (step == SQLITE_DONE) return std::optional<Row>();
  if (step != SQLITE_ROW) return lease_->LastError(step);
  const auto stored = ReadRow(*lease_, table, *statement);
  if (!stored) return stored.error();
  return std::optional<Row>({.number = stored->row.number,
                             .state = stored->row.state,
                             .body = std::string(stored->row.body)});
}

// Each row is verified by itself; the totals tell of rows that are not there or are older.
Status SqliteSnapshot::Scan(Table table, const std::function<Status(const RowView&)>& visit) {
  const auto prepared = lease_->Prepare(SqlOf(table).scan);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  Summary::OfTable found;
  while (true) {
    const int step = statement->Step();
    if (step == SQLITE_DONE) return Compare(table, found);
    if (step != SQLITE_ROW) return lease_->LastError(step);
    const auto stored = ReadRow(*lease_, table, *statement);
    if (!stored) return stored.error();
    ++found.rows;
    found.sum += stored->checksum;
    if (Status visited = visit(stored->row); !visited) return visited;
  }
}

Status SqliteSnapshot::Check() {
  if (Status sound = CheckPages(); !sound) return sound;
  for (const Table table : {Table::kEntity, Table::kSubEntity}) {
    Status sound = Scan(table, [](const RowView&) { return Status(); });
    if (!sound) return sound;
  }
  return {};
}

Status SqliteSnapshot::CheckPages() {
  const auto prepared = lease_->Prepare("PRAGMA integrity_check(1)");
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  const int step = statement->Step();
  if (step != SQLITE_ROW) return lease_->LastError(step);
  const std::string_view verdict = statement->Text(0);
  if (verdict == "ok") return {};
  return lease_->Corrupt(verdict);
}

Status SqliteSnapshot::Compare(Table table, const Summary::OfTable& found) const {
  const Summary::OfTable& recorded = summary_.Of(table);
  if (found == recorded) return {};
  return lease_->Corrupt(SqlOf(table).name + " holds " + std::to_string(found.rows) +
                         " rows, which are not the " + std::to_string(recorded.rows) +
                         " that were committed");
}

}  // namespace orgreg::store
