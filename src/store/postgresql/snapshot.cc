// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/snapshot.h"

#include "store/postgresql/changes.h"
#include "store/postgresql/check.h"
#include "store/postgresql/step.h"
#include "store/postgresql_tables/commits.h"
#include "store/postgresql_tables/rows.h"

namespace orgreg::store {

using base::Result;
using base::Status;

Result<std::optional<Row>> PgSnapshot::Find(model::Kind kind, base::OrgNumber number) {
  const PgKnownRow* const known = TRY(known_.Know(kind, number));
  TRY(known_.CheckNewest(kind, number, *known));
  return known->row;
}

Status PgSnapshot::Scan(model::Kind kind, const std::function<Status(const RowView&)>& visit) {
  return ScanRows(lease_.get(), kind, summary_.Of(kind),
                  [&](const PgStoredRow& stored) { return visit(stored.row); });
}

Status PgSnapshot::ScanAfter(model::Kind kind, base::OrgNumber after, std::size_t most,
                             const std::function<Status(const RowView&)>& visit) {
  return VisitRows(lease_.get(), kind, {.from = after.value() + 1, .most = most},
                   [&](const PgStoredRow& stored) { return visit(stored.row); });
}

Result<std::vector<base::OrgNumber>> PgSnapshot::References(model::Kind kind,
                                                            base::OrgNumber number) {
  return FindReferences(lease_.get(), kind, number);
}

Result<std::uint64_t> PgSnapshot::Fingerprint(CommitId commit) {
  if (commit > summary_.position) return std::uint64_t{0};
  const auto record = TRY(FindCommit(lease_.get(), commit));
  return record.has_value() ? CommitChecksum(*record) : 0;
}

Result<std::vector<std::string>> PgSnapshot::BatchIds(const std::string& prefix) {
  return FindBatchIds(lease_.get(), prefix);
}

Result<std::optional<std::string>> PgSnapshot::FindNote(const std::string& key) {
  return store::FindNote(lease_.get(), key);
}

Result<std::vector<Note>> PgSnapshot::Notes() { return ReadNotes(lease_.get()); }

Result<std::optional<std::vector<base::OrgNumber>>> PgSnapshot::ChangedSince(model::Kind kind,
                                                                             CommitId commit,
                                                                             const Contents& then) {
  return PgChanges(lease_.get(), summary_, &known_).Since(kind, commit, then);
}

Result<ChangePage> PgSnapshot::ReadChanges(const ChangeQuery& query) {
  return PgChanges(lease_.get(), summary_, &known_).Read(query);
}

Result<std::optional<std::int64_t>> PgSnapshot::LastLoad(model::Kind kind) {
  const CommitId load = summary_.Of(kind).unlogged;
  if (load < summary_.first_commit) return std::optional<std::int64_t>();
  const auto record = TRY(FindCommit(lease_.get(), load));
  // The commit to which a file of version 1 was upgraded has no time (docs/store-format.md).
  if (!record.has_value() || record->time_ms == 0) return std::optional<std::int64_t>();
  return std::optional(record->time_ms);
}

std::unique_ptr<Step> PgSnapshot::StepSince(CommitId since) {
  return std::make_unique<PgStep>(lease_.get(), summary_, since);
}

Status PgSnapshot::Check() { return CheckAll(lease_.get(), summary_); }

}  // namespace orgreg::store
