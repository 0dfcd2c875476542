// SPDX-License-Identifier: EUPL-1.2

#include "records/operation.h"

#include <array>
#include <utility>

#include "records/readers/record_reader.h"

namespace orgreg::records {

using model::At;
using model::Unit;

std::string_view WordsOf(Objection objection) {
  constexpr std::array<std::string_view, 10> kWords = {
      "",
      "is a sub-entity, not an entity",
      "is an entity, not a sub-entity",
      "was removed from publication",
      "was removed from publication; only reinstate undoes that",
      "was not removed from publication",
      "is not in the register",
      "has no ",
      "is before the last update, ",
      "is in the future"};
  return kWords[static_cast<std::size_t>(objection)];
}

std::optional<Problem> OperationMaker::ProblemOf(Action action, model::Kind kind,
                                                 const Unit& unit) {
  const bool may_be_deleted = action == Action::kReinstate;
  if (unit.state == model::State::kRemoved || (unit.deleted_on && !may_be_deleted)) {
    return Problem{PathOf(kind, At<&Unit::deleted_on>),
                   "this operation brings records that are not deleted"};
  }
  if (std::string member = MisplacedNumber(unit); !member.empty()) {
    return Problem{std::move(member), std::string(kMisplacedNumber)};
  }
  // Spec, What the service does, 1: a sub-entity always belongs to a main entity.
  const bool needs_superior = kind == model::Kind::kSubEntity && unit.state == model::State::kLive;
  if (needs_superior && !unit.superior) {
    return Problem{PathOf(kind, At<&Unit::superior>), "is missing"};
  }
  return std::nullopt;
}

base::Result<Operation> OperationMaker::Make(Action action, model::Kind kind, const Unit& unit) {
  if (const auto problem = ProblemOf(action, kind, unit))
    return base::Error{base::Code::kInvalid, problem->Text()};
  auto row = TRY(rows_.Write(kind, unit));
  return Operation{.action = action,
                   .kind = kind,
                   .number = unit.number,
                   .state = row.state,
                   .body = std::string(row.body)};
}

Operation OperationMaker::MakeSupplement(model::Kind kind, base::OrgNumber number,
                                         std::string body) {
  return {.action = Action::kUpsert,
          .kind = kind,
          .number = number,
          .state = body.empty() ? store::RowState::kDeleted : store::RowState::kLive,
          .body = std::move(body)};
}

}  // namespace orgreg::records
