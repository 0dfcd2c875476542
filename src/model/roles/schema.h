// The schema of a list of roles in every form (model/schema/schema.h): delivered, with
// identification numbers in clear; stored, with sealed numbers; and served. A constant; safe from
// any thread.

#pragma once

#include "model/roles/roles.h"
#include "model/schema/schema.h"

namespace orgreg::model {

// A list is normalised after reading: roles are ordered, missing texts of known codes are filled
// in, and each of the two names for a role that has ended is filled from the other
// (docs/choices.md, Roles).
extern const SchemaOf<RoleList> kRoleListSchema;

}  // namespace orgreg::model
