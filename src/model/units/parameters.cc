// SPDX-License-Identifier: EUPL-1.2

#include "model/units/parameters.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "model/codes/value_rule.h"
#include "model/kind.h"
#include "model/limits.h"
#include "model/unit.h"

namespace orgreg::model {
namespace {

bool TakesRange(Match match) { return match == Match::kDayRange || match == Match::kEmployees; }

Parameter MakeParameter(std::string name, Match match, Rule rule) {
  Parameter parameter{.name = std::move(name), .match = match, .rule = rule};
  if (TakesRange(match)) {
    std::string capitalised = parameter.name;
    capitalised[0] = static_cast<char>(capitalised[0] - 'a' + 'A');
    parameter.from_name = std::string(kFromPrefix) + capitalised;
    parameter.to_name = std::string(kToPrefix) + capitalised;
  }
  return parameter;
}

// The parameter that searches this field and no other.
std::size_t IndexOf(const std::vector<Parameter>& parameters, std::string_view path) {
  const auto found = std::ranges::find_if(parameters, [path](const Parameter& parameter) {
    return parameter.fields.size() == 1 && parameter.fields.front()->Path() == path;
  });
  return static_cast<std::size_t>(found - parameters.begin());
}

std::vector<Parameter> DeriveParameters(Kind kind) {
  std::vector<Parameter> parameters;
  for (const Field& field : Fields(kind)) {
    const Filter& filter = field.filter;
    if (filter.match == Match::kNone) continue;
    const std::string name =
        filter.parameter.empty() ? field.Path() : std::string(filter.parameter);
    parameters.push_back(MakeParameter(name, filter.match, field.row.traits.rule));
    parameters.back().fields.push_back(&field);
    parameters.back().in_downloads = parameters.size() - 1;
  }
  for (const JointFilter& joint : JointFilters(kind)) {
    const Rule rule = FindField(kind, joint.paths.front())->row.traits.rule;
    parameters.push_back(MakeParameter(std::string(joint.parameter), joint.match, rule));
    for (const std::string_view path : joint.paths) {
      parameters.back().fields.push_back(FindField(kind, path));
    }
    parameters.back().in_downloads = joint.download_path.empty()
                                         ? parameters.size() - 1
                                         : IndexOf(parameters, joint.download_path);
  }
  return parameters;
}

std::vector<SortKey> DeriveSortKeys(Kind kind) {
  std::vector<SortKey> keys;
  for (const Field& field : Fields(kind)) {
    if (field.sort != Sort::kNone) keys.push_back({.name = field.Path(), .field = &field});
  }
  return keys;
}

}  // namespace

std::span<const Parameter> Parameters(Kind kind) {
  static const std::vector<Parameter> entity = DeriveParameters(Kind::kEntity);
  static const std::vector<Parameter> sub_entity = DeriveParameters(Kind::kSubEntity);
  if (!IsUnit(kind)) return {};
  return kind == Kind::kEntity ? entity : sub_entity;
}

std::span<const SortKey> SortKeys(Kind kind) {
  static const std::vector<SortKey> entity = DeriveSortKeys(Kind::kEntity);
  static const std::vector<SortKey> sub_entity = DeriveSortKeys(Kind::kSubEntity);
  if (!IsUnit(kind)) return {};
  return kind == Kind::kEntity ? entity : sub_entity;
}

const Field* FindField(Kind kind, std::string_view path) {
  for (const Field& field : Fields(kind)) {
    if (field.Path() == path) return &field;
  }
  return nullptr;
}

Count EmployeeClass(const Unit& unit) { return EmployeeClass(unit.employees, unit.has_employees); }

Count EmployeeClass(Count employees, Flag has_employees) {
  if (employees) return employees;
  if (!has_employees) return std::nullopt;
  return *has_employees ? 1 : 0;
}

}  // namespace orgreg::model
