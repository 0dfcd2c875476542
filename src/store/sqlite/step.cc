// SPDX-License-Identifier: EUPL-1.2

// The parts of a step follow each other; each call of Next does a piece of one. What changed in a
// table is asked of the log. After a bulk load, which the log does not know, the whole table is
// read, and rows of earlier commits are left out.

#include "store/sqlite/step.h"

#include <algorithm>
#include <utility>

#include "store/sqlite_tables/changes.h"
#include "store/sqlite_tables/commits.h"
#include "store/sqlite_tables/log.h"
#include "store/sqlite_tables/references.h"
#include "store/sqlite_tables/rows.h"

namespace orgreg::store {

using base::OrgNumber;
using base::Result;
using base::Status;

namespace {

StoredRow ViewOf(const OwnedRow& owned) {
  return {.row = {.number = owned.row.number, .state = owned.row.state, .body = owned.row.body},
          .commit = owned.commit,
          .packed = owned.packed};
}

}  // namespace

Result<bool> SqliteStep::Next(std::size_t most, const StepVisitor& visit) {
  switch (part_) {
    case Part::kBegin:
      TRY(Begin());
      break;
    case Part::kRows:
      TRY(NextRows(most, visit));
      break;
    case Part::kLines:
      TRY(NextLines(most, visit));
      break;
    case Part::kCommits:
      TRY(VisitCommits(visit));
      part_ = Part::kEnd;
      break;
    case Part::kEnd:
      break;
  }
  return part_ != Part::kEnd;
}

Status SqliteStep::Begin() {
  if (since_.value > 0) {
    auto then = TRY(FindCommit(connection_, since_));
    if (!then.has_value()) {
      return base::Error{base::Code::kNotFound,
                         "there is no record of commit " + std::to_string(since_.value)}
          .At(connection_->path());
    }
    then_ = std::move(*then);
  }
  line_ = then_.last_change;
  part_ = Part::kRows;
  return BeginKind();
}

Status SqliteStep::BeginKind() {
  if (kind_ == model::kKindCount) {
    part_ = Part::kLines;
    return {};
  }
  const model::Kind kind = model::kKinds[kind_];
  changed_ = TRY(SqliteChanges(connection_, summary_).Since(kind, since_, then_.Of(kind).contents));
  next_changed_ = 0;
  after_ = {};
  is_table_begun_ = false;
  return {};
}

Status SqliteStep::NextRows(std::size_t most, const StepVisitor& visit) {
  return changed_ ? NextChanged(most, visit) : NextOfTable(most, visit);
}

Status SqliteStep::NextChanged(std::size_t most, const StepVisitor& visit) {
  const std::size_t end = std::min(changed_->size(), next_changed_ + most);
  for (; next_changed_ < end; ++next_changed_) {
    const OrgNumber number = (*changed_)[next_changed_];
    const auto found = TRY(SqliteChanges(connection_, summary_).Find(model::kKinds[kind_], number));
    if (!found) return connection_->Corrupt("change_log speaks of a row that is not there");
    TRY(Visit(ViewOf(*found), visit));
  }
  if (next_changed_ < changed_->size()) return {};
  ++kind_;
  return BeginKind();
}

Status SqliteStep::NextOfTable(std::size_t most, const StepVisitor& visit) {
  const model::Kind kind = model::kKinds[kind_];
  std::size_t count = 0;
  const auto take = [&](const StoredRow& stored) -> Status {
    ++count;
    after_ = stored.row.number;
    return stored.commit > since_ ? Visit(stored, visit) : Status();
  };
  if (!is_table_begun_) {
    is_table_begun_ = true;
    const auto first = TRY(FindRow(connection_, kind, OrgNumber()));
    if (first) {
      TRY(take(ViewOf(*first)));
    }
    count = 0;
  }
  Status scanned = ScanRowsAfter(connection_, kind, {.after = after_, .most = most}, take);
  if (!scanned || count == most) return scanned;
  ++kind_;
  return BeginKind();
}

Status SqliteStep::Visit(const StoredRow& stored, const StepVisitor& visit) {
  const model::Kind kind = model::kKinds[kind_];
  ReplicaRow row = {.kind = kind,
                    .commit = stored.commit,
                    .row = stored.row,
                    .packed = stored.packed,
                    .named = TRY(FindReferences(connection_, kind, stored.row.number))};
  if (!row.packed.empty()) row.row.body = {};
  return visit.row(row);
}

Status SqliteStep::NextLines(std::size_t most, const StepVisitor& visit) {
  std::size_t count = 0;
  Status scanned = ScanLinesAfter(connection_, line_, most, [&](const LineView& view) -> Status {
    ++count;
    line_ = view.line.id;
    return visit.line(view);
  });
  if (scanned && count < most) part_ = Part::kCommits;
  return scanned;
}

Status SqliteStep::VisitCommits(const StepVisitor& visit) {
  auto query = TRY(ScanCommits(connection_, since_));
  while (true) {
    const bool is_row = TRY(query.Next());
    if (!is_row) return {};
    const auto record = TRY(ReadCommit(*connection_, *query));
    TRY(visit.commit(record));
  }
}

}  // namespace orgreg::store
