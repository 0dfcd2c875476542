// SPDX-License-Identifier: EUPL-1.2

// The search parameters and sort keys of a kind, derived from the field tables. search/ keeps an
// index for each parameter and sort key, in the order given here. Constants, built at first use;
// safe from any thread.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/codes/value_rule.h"
#include "model/kind.h"
#include "model/unit.h"
#include "model/units/field.h"

namespace orgreg::model {

struct Parameter {
  // The name in a query; for a range, the name that follows the two prefixes.
  std::string name = {};
  // The two names of a range (Match::kDayRange, kEmployees); empty otherwise.
  std::string from_name = {};
  std::string to_name = {};
  Match match = Match::kNone;
  Rule rule = Rule::kText;
  // One field, or several of which any may match.
  std::vector<const Field*> fields = {};
  // The parameter that it becomes in a download: itself, with one exception (spec, Download
  // operations, 1).
  std::size_t in_downloads = 0;

  bool IsRange() const { return !from_name.empty(); }
};
std::span<const Parameter> Parameters(Kind kind);

struct SortKey {
  std::string name = {};
  const Field* field = nullptr;
};
std::span<const SortKey> SortKeys(Kind kind);

// The field with the path, or null.
const Field* FindField(Kind kind, std::string_view path);

// A unit's employees as a number for filters and sorting: 0, 1 for one to four, else the number;
// nothing if it is unknown (docs/choices.md, Employees).
Count EmployeeClass(const Unit& unit);
Count EmployeeClass(Count employees, Flag has_employees);

}  // namespace orgreg::model
