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

std::string IsOtherKind(model::Kind wanted) {
  return wanted == model::Kind::kEntity ? "is a sub-entity, not an entity"
                                        : "is an entity, not a sub-entity";
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

// Of a number that is there.
std::string ReasonAgainst(Action action, RowState state) {
  const bool is_removed = state == RowState::kRemoved;
  switch (action) {
    case Action::kUpsert:
      return is_removed ? "was removed from publication; only reinstate undoes that" : "";
    case Action::kDelete:
      return is_removed ? "was removed from publication" : "";
    case Action::kRemove:
      return "";
    case Action::kReinstate:
      return is_removed ? "" : "was not removed from publication";
  }
  return "";
}

}  // namespace

base::Result<std::string> BatchCheck::Check(const Operation& operation) {
  auto reason = model::IsUnit(operation.kind) ? CheckUnit(operation) : CheckSupplement(operation);
  if (reason && reason->empty()) {
    states_[KeyOf(operation.kind, operation.number)] = StateAfter(operation);
  }
  return reason;
}

// What supplements an entity may come before it, but not after its removal.
base::Result<std::string> BatchCheck::CheckSupplement(const Operation& operation) {
  const auto entity = TRY(StateOf(model::Kind::kEntity, operation.number));
  if (entity == RowState::kRemoved) return std::string("was removed from publication");
  const auto sub_entity = TRY(StateOf(model::Kind::kSubEntity, operation.number));
  if (sub_entity) return IsOtherKind(model::Kind::kEntity);
  if (operation.action == Action::kUpsert) return std::string();
  const auto state = TRY(StateOf(operation.kind, operation.number));
  const bool is_there = state == RowState::kLive;
  return is_there ? std::string() : "has no " + std::string(model::RowOf(operation.kind).many);
}

base::Result<std::string> BatchCheck::CheckUnit(const Operation& operation) {
  const auto state = TRY(StateOf(operation.kind, operation.number));
  std::string reason;
  if (state) {
    reason = ReasonAgainst(operation.action, *state);
  } else {
    // A number names one unit for ever, so it is not new where the other kind has it.
    const auto other = TRY(StateOf(OtherKind(operation.kind), operation.number));
    if (other) {
      reason = IsOtherKind(operation.kind);
    } else if (operation.action != Action::kUpsert) {
      reason = "is not in the register";
    }
  }
  return reason;
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
