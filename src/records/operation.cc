#include "records/operation.h"

#include <utility>

#include "model/units/slot.h"
#include "records/readers/record_reader.h"

namespace orgreg::records {
namespace {

using model::At;
using model::Unit;

base::Error Wrong(std::string member, std::string_view reason) {
  return {base::Code::kInvalid, std::move(member.append(": ").append(reason))};
}

}  // namespace

base::Result<Operation> OperationMaker::Make(Action action, model::Kind kind, const Unit& unit) {
  const bool may_be_deleted = action == Action::kReinstate;
  if (unit.state == model::State::kRemoved || (unit.deleted_on && !may_be_deleted)) {
    return Wrong(PathOf(kind, At<&Unit::deleted_on>),
                 "this operation brings records that are not deleted");
  }
  if (std::string member = MisplacedNumber(unit); !member.empty()) {
    return Wrong(std::move(member), kMisplacedNumber);
  }
  // Spec, What the service does, 1: a sub-entity always belongs to a main entity.
  const bool needs_superior = kind == model::Kind::kSubEntity && unit.state == model::State::kLive;
  if (needs_superior && !unit.superior) {
    return Wrong(PathOf(kind, At<&Unit::superior>), "is missing");
  }
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
