// SPDX-License-Identifier: EUPL-1.2

#include "model/units/normalise.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "model/limits.h"
#include "model/units/field.h"

namespace orgreg::model {
namespace {

void HideFewEmployees(Unit* unit) {
  if (!unit->employees) return;
  const bool has_any = *unit->employees > 0;
  const bool shown = *unit->employees >= kFewestShownEmployees;
  if (!unit->has_employees || shown) unit->has_employees = has_any;
  if (!shown) unit->employees.reset();
}

// The names of the objects of the industrial codes.
std::array<std::string_view, 3> IndustryGroups(Kind kind) {
  std::array<std::string_view, 3> groups = {};
  for (const Field& field : Fields(kind)) {
    if (IsAt<&Unit::industries, std::size_t{0}, &Industry::code>(field.row))
      groups[0] = field.group;
    if (IsAt<&Unit::industries, std::size_t{1}, &Industry::code>(field.row))
      groups[1] = field.group;
    if (IsAt<&Unit::industries, std::size_t{2}, &Industry::code>(field.row))
      groups[2] = field.group;
  }
  return groups;
}

// Moves unknown members of an industrial code's object along with the code, or removes them with
// it.
void MoveUnknown(std::string_view from, std::optional<std::string_view> to, Unit* unit) {
  if (!to)
    std::erase_if(unit->unknown, [&](const UnknownMember& member) { return member.group == from; });
  for (UnknownMember& member : unit->unknown) {
    if (member.group == from) member.group = *to;
  }
}

void MoveHelperUnit(Kind kind, Unit* unit) {
  const auto is_helper = [](const Industry& industry) { return industry.is_helper_unit == true; };
  if (std::ranges::any_of(unit->industries, is_helper)) {
    const std::array<std::string_view, 3> groups = IndustryGroups(kind);
    std::array<Industry, 3> kept = {};
    std::size_t count = 0;
    for (std::size_t at = 0; at < kept.size(); ++at) {
      const Industry& industry = unit->industries[at];
      if (is_helper(industry)) {
        if (!unit->helper_unit.code)
          unit->helper_unit = {.code = industry.code, .text = industry.text};
        MoveUnknown(groups[at], std::nullopt, unit);
      } else if (industry.code || industry.text) {
        // The codes that remain close the gap.
        if (count != at) MoveUnknown(groups[at], groups[count], unit);
        kept[count++] = industry;
      }
    }
    unit->industries = kept;
  }
  for (Industry& industry : unit->industries) industry.is_helper_unit.reset();
}

}  // namespace

void Normalise(Kind kind, Unit* unit) {
  HideFewEmployees(unit);
  MoveHelperUnit(kind, unit);
  if (unit->state == State::kLive) return;
  Unit reduced{.state = unit->state};
  for (const Field& field : Fields(kind, unit->state))
    field.row.type->copy(field.row.find(unit), field.row.place(&reduced));
  *unit = std::move(reduced);
}

void FillTexts(Kind kind, Unit* unit) {
  for (const Field& field : Fields(kind, unit->state)) {
    if (field.text_of.find == nullptr) continue;
    Text& text = *ValueOf<Text>(field.row, unit);
    const Text& code = *ValueOf<Text>(*field.text_of.code, &std::as_const(*unit));
    if (text || !code) continue;
    const std::string_view known = field.text_of.find(*code);
    if (!known.empty()) text = known;
  }
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
