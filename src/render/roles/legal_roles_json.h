// What an entity holds itself in other entities, as JSON (reference, Legal roles). Pure; safe
// from any thread.

#pragma once

#include <string>
#include <vector>

#include "base/values/org_number.h"
#include "render/public_form.h"
#include "render/roles/role_statement.h"

namespace orgreg::render {

struct LegalRoles {
  base::OrgNumber holder = {};
  bool is_deleted = false;  // The holder.
  std::vector<HeldRoles> held = {};
  std::string self = {};  // Links, from the root of the host.
  std::string next = {};  // Empty where nothing follows.
};

void AppendLegalRoles(const LegalRoles& roles, PublicText* out);

}  // namespace orgreg::render
