// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/role_record.h"

#include <algorithm>

#include "model/roles/schema.h"

namespace orgreg::records {
namespace {

Reading ReadingOf(RoleSource source, base::ControlRule rule) {
  switch (source) {
    case RoleSource::kInventory:
      return {.form = model::Form::kInventory,
              .is_of_people = true,
              .refuses_identity_numbers = true,
              .rule = rule};
    case RoleSource::kStore:
      return {.form = model::Form::kStored, .absent = Reading::Absent::kNull, .is_of_people = true};
    case RoleSource::kAnswer:
      return {.form = model::Form::kServed, .absent = Reading::Absent::kNull, .is_of_people = true};
  }
  return {};
}

}  // namespace

bool RoleReader::Read(std::string_view text, RoleSource source, model::RoleList* list,
                      Problems* problems, std::vector<std::string>* unknown) {
  *list = {};
  odd_values_.clear();
  const bool is_judged = source == RoleSource::kInventory;
  return reader_.Read(
      model::kRoleListSchema, ReadingOf(source, rule_), text, list,
      {.problems = problems, .unknown = unknown, .odd_values = is_judged ? &odd_values_ : nullptr});
}

bool IsEmpty(const model::RoleList& list) {
  return std::ranges::all_of(list.groups, [](const auto& group) { return group.roles.empty(); });
}

}  // namespace orgreg::records
