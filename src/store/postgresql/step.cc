// SPDX-License-Identifier: EUPL-1.2

// The parts of a step follow each other; each call of Next does a piece of one. What changed in a
// table is asked of the log. After a bulk load, which the log does not know, the whole table is
// read, and rows of earlier commits are left out.

#include "store/postgresql/step.h"

#include <algorithm>
#include <span>
#include <utility>

#include "store/packing/packed_text.h"
#include "store/postgresql/changes.h"
#include "store/postgresql_tables/commits.h"
#include "store/postgresql_tables/known_rows.h"
#include "store/postgresql_tables/log.h"

namespace orgreg::store {

using base::OrgNumber;
using base::Result;
using base::Status;

Result<bool> PgStep::Next(std::size_t most, const StepVisitor& visit) {
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
      TRY(NextCommits(most, visit));
      break;
    case Part::kEnd:
      break;
  }
  return part_ != Part::kEnd;
}

Status PgStep::Begin() {
  if (since_.value > 0) {
    auto then = TRY(FindCommit(connection_, since_));
    if (!then.has_value()) {
      return connection_->Fail(base::Code::kNotFound,
                               "there is no record of commit " + std::to_string(since_.value));
    }
    then_ = std::move(*then);
  }
  line_ = then_.last_change;
  commit_ = since_;
  part_ = Part::kRows;
  return BeginKind();
}

Status PgStep::BeginKind() {
  if (kind_ == model::kKindCount) {
    part_ = Part::kLines;
    return {};
  }
  const model::Kind kind = model::kKinds[kind_];
  PgKnownRows known(connection_, summary_);
  changed_ =
      TRY(PgChanges(connection_, summary_, &known).Since(kind, since_, then_.Of(kind).contents));
  next_changed_ = 0;
  from_ = 0;
  is_kind_over_ = false;
  return {};
}

Status PgStep::NextRows(std::size_t most, const StepVisitor& visit) {
  const auto rows = TRY(changed_ ? NextChanged(most) : NextOfTable(most));
  TRY(Visit(rows, visit));
  if (!is_kind_over_) return {};
  ++kind_;
  return BeginKind();
}

Result<std::vector<PgStep::OwnedRow>> PgStep::NextChanged(std::size_t most) {
  const model::Kind kind = model::kKinds[kind_];
  const auto numbers =
      std::span(*changed_).subspan(next_changed_, std::min(most, changed_->size() - next_changed_));
  next_changed_ += numbers.size();
  is_kind_over_ = next_changed_ == changed_->size();
  std::vector<OwnedRow> rows;
  if (numbers.empty()) return rows;
  PgKnownRows known(connection_, summary_);
  TRY(known.ExpectOf(kind, numbers));
  for (const OrgNumber number : numbers) {
    PgKnownRow* const found = TRY(known.Know(kind, number));
    TRY(known.CheckNewest(kind, number, *found));
    if (!found->row) return connection_->Corrupt("change_log speaks of a row that is not there");
    rows.push_back({.row = std::move(*found->row), .commit = found->commit});
  }
  return rows;
}

Result<std::vector<PgStep::OwnedRow>> PgStep::NextOfTable(std::size_t most) {
  std::vector<OwnedRow> rows;
  std::size_t count = 0;
  TRY(VisitRows(connection_, model::kKinds[kind_], {.from = from_, .most = most},
                [&](const PgStoredRow& stored) -> Status {
                  ++count;
                  from_ = stored.row.number.value() + 1;
                  if (stored.commit <= since_) return {};
                  rows.push_back({.row = {.number = stored.row.number,
                                          .state = stored.row.state,
                                          .body = std::string(stored.row.body)},
                                  .commit = stored.commit});
                  return {};
                }));
  is_kind_over_ = count < most;
  return rows;
}

Status PgStep::Visit(const std::vector<OwnedRow>& rows, const StepVisitor& visit) {
  const model::Kind kind = model::kKinds[kind_];
  std::vector<OrgNumber> numbers;
  numbers.reserve(rows.size());
  for (const OwnedRow& owned : rows) numbers.push_back(owned.row.number);
  const PgReferences references = TRY(FindReferencesOf(connection_, kind, numbers));
  auto named = references.begin();
  std::string packed;
  for (const OwnedRow& owned : rows) {
    ReplicaRow row = {
        .kind = kind,
        .commit = owned.commit,
        .row = {.number = owned.row.number, .state = owned.row.state, .body = owned.row.body}};
    if (model::IsUnit(kind) && PackText(owned.row.body, &packed)) {
      row.packed = packed;
      row.row.body = {};
    }
    while (named != references.end() && named->first < owned.row.number) ++named;
    if (named != references.end() && named->first == owned.row.number) row.named = named->second;
    TRY(visit.row(row));
  }
  return {};
}

Status PgStep::NextLines(std::size_t most, const StepVisitor& visit) {
  const auto lines = TRY(LinesAfter(connection_, line_, most));
  for (const PgLine& read : lines) {
    line_ = read.line.id;
    TRY(visit.line({.line = read.line,
                    .checksum = read.checksum,
                    .forward = read.forward,
                    .backward = read.backward}));
  }
  if (lines.size() < most) part_ = Part::kCommits;
  return {};
}

Status PgStep::NextCommits(std::size_t most, const StepVisitor& visit) {
  const auto records = TRY(CommitsAfter(connection_, commit_, static_cast<std::int64_t>(most)));
  for (const CommitRecord& record : records) {
    commit_ = record.id;
    TRY(visit.commit(record));
  }
  if (records.size() < most) part_ = Part::kEnd;
  return {};
}

}  // namespace orgreg::store
