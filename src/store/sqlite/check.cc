// SPDX-License-Identifier: EUPL-1.2

// SQLite's own check of its pages comes before the comparison of the tables, and the notes after
// it.

#include "store/sqlite/check.h"

#include <optional>
#include <string>

#include "store/log_check.h"
#include "store/sqlite_tables/commits.h"
#include "store/sqlite_tables/dictionary.h"
#include "store/sqlite_tables/log.h"
#include "store/sqlite_tables/notes.h"
#include "store/sqlite_tables/rows.h"

namespace orgreg::store {
namespace {

using base::Status;

Status CheckPages(Connection* connection) {
  auto check = TRY(connection->Ask("PRAGMA integrity_check(1)"));
  TRY(check.Next());
  const std::string_view verdict = check->Text(0);
  if (verdict == "ok") return {};
  return connection->Corrupt(verdict);
}

Status CheckTables(Connection* connection, const Summary& summary) {
  auto commits = TRY(ScanCommits(connection));
  const auto next_commit = [&]() -> base::Result<std::optional<CommitRecord>> {
    const bool is_there = TRY(commits.Next());
    if (!is_there) return std::optional<CommitRecord>();
    auto read = TRY(ReadCommit(*connection, *commits));
    return std::optional<CommitRecord>(std::move(read));
  };
  LogCheck check(summary, next_commit,
                 [&](const std::string& what) { return connection->Corrupt(what); });
  TRY(ScanLines(connection,
                [&](const LineView& view) { return check.TakeLine(view.line, view.checksum); }));
  TRY(check.EndLines());
  for (const model::Kind kind : model::kKinds) {
    TRY(ScanRows(connection, kind, summary.Of(kind), [&](const StoredRow& stored) {
      return check.TakeRow(kind, stored.row.number, stored.commit);
    }));
    TRY(check.EndRows(kind));
  }
  return {};
}

}  // namespace

base::Status CheckAll(Connection* connection, const Summary& summary) {
  TRY(CheckPages(connection));
  TRY(CheckDictionary(connection));
  TRY(CheckTables(connection, summary));
  return CheckNotes(connection);
}

}  // namespace orgreg::store
