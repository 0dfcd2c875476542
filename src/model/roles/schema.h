// What a list of roles is made of, in every form (model/schema/schema.h): as it is delivered, with
// identification numbers in clear; as it is stored, with sealed ones; and as it is served. A
// constant; safe from any thread.

#pragma once

#include "model/roles/roles.h"
#include "model/schema/schema.h"

namespace orgreg::model {

// A list that was read is normalised: roles in their order, the texts of known codes filled in, and
// of the two names for a role that has ended each stands for the other (docs/choices.md, Roles).
extern const SchemaOf<RoleList> kRoleListSchema;

}  // namespace orgreg::model
