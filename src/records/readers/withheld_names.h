// SPDX-License-Identifier: EUPL-1.2

// Withholds the names of removed organisations in the roles of others: an organisation that holds a
// role and was removed from publication keeps number, form and link there, but its name is empty
// (docs/choices.md, Roles). For one state of the register and one thread.

#pragma once

#include <functional>
#include <unordered_map>
#include <utility>

#include "base/result.h"
#include "base/values/org_number.h"
#include "model/roles/roles.h"

namespace orgreg::records {

class WithheldNames {
 public:
  // Whether an organisation was removed from publication; called once for each.
  using IsRemoved = std::function<base::Result<bool>(base::OrgNumber)>;

  explicit WithheldNames(IsRemoved is_removed) : is_removed_(std::move(is_removed)) {}

  // Empties the names that may not be shown. True if there was one.
  base::Result<bool> Withhold(model::RoleList* list);

 private:
  base::Result<bool> IsWithheld(base::OrgNumber number);

  IsRemoved is_removed_;
  std::unordered_map<std::uint32_t, bool> known_;
};

}  // namespace orgreg::records
