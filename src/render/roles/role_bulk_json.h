// From the roles in one entity as they are looked up to their line in the file of all roles:
// members in order of name, without links, with the entity's number (reference, totalbestand;
// spec, Download operations). Pure functions; safe from any thread.

#pragma once

#include <string>

#include "base/values/org_number.h"
#include "render/public_form.h"

namespace orgreg::render {

// `roles` are what AppendServedRoles wrote of the entity with the number; identification numbers
// are in the line where they were in them. False, with `out` as it was, where that cannot be.
[[nodiscard]] bool AppendBulkRoles(base::OrgNumber number, const PublicForm& roles,
                                   std::string* out);

}  // namespace orgreg::render
