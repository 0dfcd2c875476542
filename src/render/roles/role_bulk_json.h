// SPDX-License-Identifier: EUPL-1.2

// Turns the roles in one entity, as a look-up serves them, into their line in the file of all
// roles: members in order of name, without links, with the entity's number (reference,
// totalbestand; spec, Download operations). Pure functions; safe from any thread.

#pragma once

#include <string>

#include "base/values/org_number.h"
#include "render/public_form.h"

namespace orgreg::render {

// AppendServedRoles wrote `roles` for the entity with the number; the line has the identification
// numbers that are in them. False, with `out` unchanged, if they have another form.
[[nodiscard]] bool AppendBulkRoles(base::OrgNumber number, const PublicForm& roles,
                                   std::string* out);

}  // namespace orgreg::render
