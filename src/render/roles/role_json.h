// SPDX-License-Identifier: EUPL-1.2

// Writes the roles in one entity, and those that an entity holds in others, as JSON with links
// (reference, Roles of an entity, Legal roles). Parts without links are written by their schema
// alone (model/roles/schema.h, render/body_json.h). Compact. Pure functions; safe from any thread.

#pragma once

#include <string_view>

#include "model/roles/roles.h"
#include "model/schema/schema.h"
#include "render/public_form.h"

namespace orgreg::render {

// `form` is kServed, or kAuthorised, which includes opened identification numbers. The links are
// insets.
void AppendServedRoles(const model::RoleList& list, model::Form form, PublicText* out);

// Links, from the root of the host.
struct LegalRolesLinks {
  std::string_view self = {};
  std::string_view next = {};  // Empty if no page follows.
};
void AppendLegalRoles(const model::LegalRoles& roles, const LegalRolesLinks& links,
                      PublicText* out);

}  // namespace orgreg::render
