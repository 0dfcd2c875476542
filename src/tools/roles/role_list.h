// SPDX-License-Identifier: EUPL-1.2

// Common parts of role lists of all forms: writing groups and roles, and the members of each other
// than its holder. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/values/date.h"
#include "model/roles/roles.h"
#include "tools/values/random.h"

namespace orgreg::tools {

using RoleHolder = decltype(model::Role::holder);

// Writes group after group. `list` outlives the builder.
class RoleListBuilder {
 public:
  explicit RoleListBuilder(model::RoleList* list) : list_(list) {}

  // Codes are some of the code lists (model/codes/code_lists.h).
  void Begin(std::string_view group);
  // Adds to the newest group.
  model::Role& Add(std::string_view type, RoleHolder holder);
  // Whether the entity has a role in that group.
  bool Holds(base::OrgNumber entity) const;

 private:
  model::RoleList* list_;
};

// A member of a board represents someone; `code` as in the code list.
model::CodedText Representative(std::string_view code);

struct RoleListTraits {
  base::Date registered_on = {};
  bool has_share_classes = false;  // Members of boards may represent one.
  bool everybody_left = false;
};

// Adds the other members of each group and role: days, order, flags, and sometimes whom a member of
// a board represents.
void CompleteRoles(const RoleListTraits& traits, Random* random, model::RoleList* list);

// Shares of liability that add up to a whole, all in one spelling: "50%", "1/3".
std::vector<std::string> SplitIntoShares(int parts, Random* random);

}  // namespace orgreg::tools
