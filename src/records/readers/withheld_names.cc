// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/withheld_names.h"

namespace orgreg::records {

using base::Result;

Result<bool> WithheldNames::IsWithheld(base::OrgNumber number) {
  const auto known = known_.find(number.value());
  if (known != known_.end()) return known->second;
  const Result<bool> is_removed = is_removed_(number);
  if (is_removed) known_.emplace(number.value(), *is_removed);
  return is_removed;
}

Result<bool> WithheldNames::Withhold(model::RoleList* list) {
  bool any = false;
  for (model::RoleGroup& group : list->groups) {
    for (model::Role& role : group.roles) {
      auto* const holder = std::get_if<model::HolderEntity>(&role.holder);
      if (holder == nullptr) continue;
      const Result<bool> is_withheld = IsWithheld(holder->number);
      if (!is_withheld) return is_withheld;
      if (!*is_withheld) continue;
      holder->name.emplace();
      any = true;
    }
  }
  return any;
}

}  // namespace orgreg::records
