// SPDX-License-Identifier: EUPL-1.2

// Every change of a row goes through PutRow, which puts the row, its references and its log line.
// FollowUnit and ShowReferring carry a change of a unit to its supplements and to records that name
// it.

#include "records/rows/journal.h"

#include "formats/json/patch.h"
#include "model/units/normalise.h"
#include "records/readers/role_sealing.h"
#include "render/record_json.h"

namespace orgreg::records {
namespace {

using store::ChangeType;
using store::RowState;

ChangeType TypeOf(const std::optional<store::Row>& before, RowState after) {
  switch (after) {
    case RowState::kLive:
      return before && before->state == RowState::kLive ? ChangeType::kChange : ChangeType::kNew;
    case RowState::kDeleted:
      return before && before->state == RowState::kDeleted ? ChangeType::kChange
                                                           : ChangeType::kDeletion;
    case RowState::kRemoved:
      return ChangeType::kRemoval;
  }
  return ChangeType::kUnknown;
}

store::RowView ViewOf(const store::Row& row) {
  return {.number = row.number, .state = row.state, .body = row.body};
}

}  // namespace

bool IsSame(model::Kind kind, const std::optional<store::Row>& before,
            const store::RowView& after) {
  if (!before || before->state != after.state) return false;
  return before->body == after.body ||
         (kind == model::Kind::kRoles && IsSameButForSealing(before->body, after.body));
}

base::Result<bool> Journal::Put(model::Kind kind, const std::optional<store::Row>& before,
                                const store::RowView& after) {
  auto put = PutRow(kind, before, after);
  if (!put || !*put || !model::IsUnit(kind)) return put;
  TRY(FollowUnit(kind, before, after));
  return true;
}

base::Status Journal::FollowUnit(model::Kind kind, const std::optional<store::Row>& before,
                                 const store::RowView& after) {
  const bool was_removed = before && before->state == RowState::kRemoved;
  const bool is_removed = after.state == RowState::kRemoved;
  const bool is_known_now = !before && kind == model::Kind::kEntity;
  if (was_removed == is_removed && !is_known_now) return {};
  for (const model::Kind supplement : model::kSupplementKinds) {
    const auto row = TRY(writer_->Find(supplement, after.number));
    if (!row) continue;
    if (was_removed == is_removed) {
      TRY(Show(supplement, *row));
      continue;
    }
    // When the entity comes back, it has no supplements until they are registered again.
    const RowState state = is_removed ? RowState::kRemoved : RowState::kDeleted;
    TRY(PutRow(supplement, row, {.number = after.number, .state = state, .body = ""}));
  }
  return was_removed == is_removed ? base::Status() : ShowReferring(after.number);
}

// The unit's name disappears from the records of others, or comes back.
base::Status Journal::ShowReferring(base::OrgNumber number) {
  for (const model::Kind kind : model::kSupplementKinds) {
    const auto referring = TRY(writer_->Referring(kind, number));
    for (const base::OrgNumber other : referring) {
      const auto row = TRY(writer_->Find(kind, other));
      if (!row) continue;
      TRY(Show(kind, *row));
    }
  }
  return {};
}

// The record is shown in another way from now on, although it is unchanged: followers of the feed
// must learn of it.
base::Status Journal::Show(model::Kind kind, const store::Row& row) {
  if (row.state != RowState::kLive) return {};
  TRY(writer_->Touch(kind, row.number));
  return Tell(kind, row, ViewOf(row));
}

base::Result<bool> Journal::PutRow(model::Kind kind, const std::optional<store::Row>& before,
                                   const store::RowView& after) {
  if (IsSame(kind, before, after)) return false;
  // A supplement that never existed cannot be deleted.
  if (!before && after.state == RowState::kDeleted && !model::IsUnit(kind)) return false;
  const bool comes_back =
      before && before->state == RowState::kRemoved && after.state != RowState::kRemoved;
  const auto outcome = comes_back ? writer_->Reinstate(kind, after) : writer_->Put(kind, after);
  if (!outcome) return outcome.error();
  TRY(references_.Set(kind, after, writer_));
  TRY(Tell(kind, before, after));
  return true;
}

base::Result<bool> Journal::Delete(model::Kind kind, const store::Row& before, base::Date day) {
  if (!model::IsUnit(kind)) {
    return Put(kind, before, {.number = before.number, .state = RowState::kDeleted, .body = ""});
  }
  model::Unit unit;
  TRY(reader_.Read(kind, ViewOf(before), &unit));
  unit.state = model::State::kDeleted;
  unit.deleted_on = day;
  model::Normalise(kind, &unit);
  const auto after = TRY(rows_.Write(kind, unit));
  return Put(kind, before, after);
}

base::Result<bool> Journal::Remove(model::Kind kind, const store::Row& before, base::Date day) {
  const model::Unit unit{
      .state = model::State::kRemoved, .number = before.number, .deleted_on = day};
  const auto after = TRY(rows_.Write(kind, unit));
  return Put(kind, before, after);
}

base::Status Journal::Tell(model::Kind kind, const std::optional<store::Row>& before,
                           const store::RowView& after) {
  const ChangeType type = TypeOf(before, after.state);
  forward_.clear();
  backward_.clear();
  if (type == ChangeType::kRemoval) {
    base::Status erased = writer_->EraseHistory(kind, after.number);
    if (!erased) return erased;
  } else if (before && model::IsUnit(kind)) {
    TRY(Patch(kind, *before, after));
  }
  TRY(writer_->Log({.kind = kind,
                    .number = after.number,
                    .type = type,
                    .forward = forward_,
                    .backward = backward_}));
  return {};
}

base::Status Journal::Patch(model::Kind kind, const store::Row& before,
                            const store::RowView& after) {
  base::Status status = AppendPublicForm(kind, ViewOf(before), &form_before_);
  if (status) status = AppendPublicForm(kind, after, &form_after_);
  if (!status) return status;
  // A change of a member that is kept but not served is not reported.
  if (form_before_ == form_after_) return {};
  forward_ = formats::MakePatch(form_before_, form_after_);
  backward_ = formats::MakePatch(form_after_, form_before_);
  return {};
}

base::Status Journal::AppendPublicForm(model::Kind kind, const store::RowView& row,
                                       std::string* form) {
  form->clear();
  TRY(reader_.Read(kind, row, &unit_));
  render::AppendRecord(kind, unit_, model::Form::kServed, form);
  return {};
}

}  // namespace orgreg::records
