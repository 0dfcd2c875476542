// SPDX-License-Identifier: EUPL-1.2

#include "store/sqlite/snapshot.h"

#include <string>
#include <utility>

#include "store/sqlite/check.h"
#include "store/sqlite/copy.h"
#include "store/sqlite/step.h"
#include "store/sqlite_tables/changes.h"
#include "store/sqlite_tables/commits.h"
#include "store/sqlite_tables/notes.h"
#include "store/sqlite_tables/references.h"
#include "store/sqlite_tables/rows.h"

namespace orgreg::store {

using base::Result;
using base::Status;

SqliteSnapshot::SqliteSnapshot(BorrowedConnection lease, const Summary& summary)
    : lease_(std::move(lease)), summary_(summary) {}

Result<std::optional<Row>> SqliteSnapshot::Find(model::Kind kind, base::OrgNumber number) {
  auto found = TRY(SqliteChanges(lease_.get(), summary_).Find(kind, number));
  if (!found.has_value()) return std::optional<Row>();
  return std::optional<Row>(std::move(found->row));
}

Result<std::vector<base::OrgNumber>> SqliteSnapshot::References(model::Kind kind,
                                                                base::OrgNumber number) {
  return FindReferences(lease_.get(), kind, number);
}

Result<std::uint64_t> SqliteSnapshot::Fingerprint(CommitId commit) {
  if (commit > summary_.position) return std::uint64_t{0};
  const auto record = TRY(FindCommit(lease_.get(), commit));
  return record.has_value() ? CommitChecksum(*record) : 0;
}

Result<std::vector<std::string>> SqliteSnapshot::BatchIds(const std::string& prefix) {
  return FindBatchIds(lease_.get(), prefix);
}

Result<std::optional<std::string>> SqliteSnapshot::FindNote(const std::string& key) {
  return store::FindNote(lease_.get(), key);
}

Result<std::vector<Note>> SqliteSnapshot::Notes() { return ReadNotes(lease_.get()); }

Status SqliteSnapshot::Scan(model::Kind kind, const std::function<Status(const RowView&)>& visit) {
  return ScanRows(lease_.get(), kind, summary_.Of(kind),
                  [&](const StoredRow& stored) { return visit(stored.row); });
}

Status SqliteSnapshot::ScanAfter(model::Kind kind, base::OrgNumber after, std::size_t most,
                                 const std::function<Status(const RowView&)>& visit) {
  return ScanRowsAfter(lease_.get(), kind, {.after = after, .most = most},
                       [&](const StoredRow& stored) { return visit(stored.row); });
}

Result<std::optional<std::vector<base::OrgNumber>>> SqliteSnapshot::ChangedSince(
    model::Kind kind, CommitId commit, const Contents& then) {
  return SqliteChanges(lease_.get(), summary_).Since(kind, commit, then);
}

Result<ChangePage> SqliteSnapshot::ReadChanges(const ChangeQuery& query) {
  return SqliteChanges(lease_.get(), summary_).Read(query);
}

Result<std::optional<std::int64_t>> SqliteSnapshot::LastLoad(model::Kind kind) {
  const CommitId load = summary_.Of(kind).unlogged;
  if (load < summary_.first_commit) return std::optional<std::int64_t>();
  const auto record = TRY(FindCommit(lease_.get(), load));
  // The commit to which a store of version 1 was upgraded has no time (docs/store-format.md).
  if (!record.has_value() || record->time_ms == 0) return std::optional<std::int64_t>();
  return std::optional(record->time_ms);
}

std::unique_ptr<Step> SqliteSnapshot::StepSince(CommitId since) {
  return std::make_unique<SqliteStep>(lease_.get(), summary_, since);
}

Status SqliteSnapshot::Check() { return CheckAll(lease_.get(), summary_); }

Status SqliteSnapshot::CopyTo(const std::string& path) { return CopyDatabase(lease_.get(), path); }

}  // namespace orgreg::store
