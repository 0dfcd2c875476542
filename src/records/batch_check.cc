// SPDX-License-Identifier: EUPL-1.2

#include "records/batch_check.h"

namespace orgreg::records {
namespace {

using store::RowState;

std::uint64_t KeyOf(model::Kind kind, base::OrgNumber number) {
  return (static_cast<std::uint64_t>(kind) << 32U) | number.value();
}

model::Kind OtherKind(model::Kind kind) {
  return kind == model::Kind::kEntity ? model::Kind::kSubEntity : model::Kind::kEntity;
}

Objection IsOtherKind(model::Kind wanted) {
  return wanted == model::Kind::kEntity ? Objection::kIsSubEntity : Objection::kIsEntity;
}

RowState StateAfter(const Operation& operation) {
  switch (operation.action) {
    case Action::kUpsert:
    case Action::kReinstate:
      return operation.state;
    case Action::kDelete:
      return RowState::kDeleted;
    case Action::kRemove:
      return RowState::kRemoved;
  }
  return operation.state;
}

// Called for a registered number.
Objection ObjectionTo(Action action, RowState state) {
  const bool is_removed = state == RowState::kRemoved;
  switch (action) {
    case Action::kUpsert:
      return is_removed ? Objection::kIsToBeReinstated : Objection::kNone;
    case Action::kDelete:
      return is_removed ? Objection::kIsRemoved : Objection::kNone;
    case Action::kRemove:
      return Objection::kNone;
    case Action::kReinstate:
      return is_removed ? Objection::kNone : Objection::kIsNotRemoved;
  }
  return Objection::kNone;
}

}  // namespace

base::Result<Objection> BatchCheck::Check(const Operation& operation) {
  const auto objection =
      TRY(model::IsUnit(operation.kind) ? CheckUnit(operation) : CheckSupplement(operation));
  if (objection == Objection::kNone) {
    states_[KeyOf(operation.kind, operation.number)] = StateAfter(operation);
  }
  return objection;
}

// A supplement may come before its entity, but not after the entity's removal.
base::Result<Objection> BatchCheck::CheckSupplement(const Operation& operation) {
  const auto entity = TRY(StateOf(model::Kind::kEntity, operation.number));
  if (entity == RowState::kRemoved) return Objection::kIsRemoved;
  const auto sub_entity = TRY(StateOf(model::Kind::kSubEntity, operation.number));
  if (sub_entity) return IsOtherKind(model::Kind::kEntity);
  if (operation.action == Action::kUpsert) return Objection::kNone;
  const auto state = TRY(StateOf(operation.kind, operation.number));
  return state == RowState::kLive ? Objection::kNone : Objection::kHasNone;
}

base::Result<Objection> BatchCheck::CheckUnit(const Operation& operation) {
  const auto state = TRY(StateOf(operation.kind, operation.number));
  if (state) return ObjectionTo(operation.action, *state);
  // A number identifies one unit for ever, so it is not new if the other kind has it.
  const auto other = TRY(StateOf(OtherKind(operation.kind), operation.number));
  if (other) return IsOtherKind(operation.kind);
  return operation.action == Action::kUpsert ? Objection::kNone : Objection::kIsUnknown;
}

base::Result<BatchCheck::State> BatchCheck::StateOf(model::Kind kind, base::OrgNumber number) {
  const auto known = states_.find(KeyOf(kind, number));
  if (known != states_.end()) return known->second;
  const auto row = TRY(writer_->Find(kind, number));
  const State state = row ? State(row->state) : std::nullopt;
  states_.emplace(KeyOf(kind, number), state);
  return state;
}

}  // namespace orgreg::records
