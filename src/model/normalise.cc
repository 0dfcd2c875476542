#include "model/normalise.h"

#include <algorithm>

#include "model/field.h"
#include "model/limits.h"

namespace orgreg::model {
namespace {

void HideFewEmployees(Unit* unit) {
  if (!unit->employees) return;
  const bool has_any = *unit->employees > 0;
  const bool shown = *unit->employees >= kFewestShownEmployees;
  if (!unit->has_employees || shown) unit->has_employees = has_any;
  if (!shown) unit->employees.reset();
}

void MoveHelperUnit(Unit* unit) {
  bool moved = false;
  for (Industry& industry : unit->industries) {
    if (industry.is_helper_unit == true) {
      if (!unit->helper_unit.code)
        unit->helper_unit = {.code = industry.code, .text = industry.text};
      industry = {};
      moved = true;
    }
    industry.is_helper_unit.reset();
  }
  if (!moved) return;
  // The codes that remain close the gap.
  std::ranges::stable_partition(unit->industries,
                                [](const Industry& industry) { return industry != Industry{}; });
}

}  // namespace

void Normalise(Kind kind, Unit* unit) {
  HideFewEmployees(unit);
  MoveHelperUnit(unit);
  if (unit->state == State::kLive) return;
  Unit reduced{.state = unit->state};
  for (const Field& field : Fields(kind, unit->state)) {
    std::visit(
        [&](auto* to) {
          *to = *std::get<std::add_const_t<std::remove_pointer_t<decltype(to)>>*>(
              field.value.readable(*unit));
        },
        field.value.writable(reduced));
  }
  *unit = std::move(reduced);
}

Unit AsVersion1(const Unit& unit) {
  Unit older = unit;
  if (!older.employees) older.employees = 0;
  if (older.helper_unit.code) {
    const auto is_free = [](const Industry& industry) { return industry == Industry{}; };
    const auto slot = std::ranges::find_if(older.industries, is_free);
    if (slot != older.industries.end()) {
      *slot = {
          .code = older.helper_unit.code, .text = older.helper_unit.text, .is_helper_unit = true};
    }
  }
  return older;
}

}  // namespace orgreg::model
