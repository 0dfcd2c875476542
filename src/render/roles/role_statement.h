// The roles of one person in all entities that may be shown together, as JSON (reference,
// Authorised API: role statement), and of any holder in one entity. Pure functions; safe from
// any thread.

#pragma once

#include <string>
#include <vector>

#include "base/values/org_number.h"
#include "model/roles/roles.h"
#include "render/roles/role_json.h"

namespace orgreg::render {

// What a person or an entity holds in one entity.
struct HeldRoles {
  base::OrgNumber number = {};
  std::string name = {};  // Of the entity.
  std::vector<model::Role> roles = {};
};

void AppendHeldRoles(const HeldRoles& held, TypeLink link, FormWriter* out);

// `person` without the identification number.
void AppendRoleStatement(const model::Person& person, const std::vector<HeldRoles>& held,
                         PublicText* out);

}  // namespace orgreg::render
