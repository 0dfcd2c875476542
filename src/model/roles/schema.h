// SPDX-License-Identifier: EUPL-1.2

// The schemas of lists of roles in every form (model/schema/schema.h): delivered, with
// identification numbers in clear; stored, with sealed numbers; served; and served with
// authorisation. The answers that show a part of such lists have schemas next to them. Constants;
// safe from any thread.

#pragma once

#include <string_view>
#include <vector>

#include "base/values/org_number.h"
#include "model/roles/roles.h"
#include "model/schema/schema.h"

namespace orgreg::model {

// A list is normalised after reading: roles are ordered, missing texts of known codes are filled
// in, and each of the two names for a role that has ended is filled from the other
// (docs/choices.md, Roles).
extern const SchemaOf<RoleList> kRoleListSchema;

// These are only written.
extern const SchemaOf<RoleStatement> kRoleStatementSchema;
extern const SchemaOf<LegalRoles> kLegalRolesSchema;

// Reads only the entities that hold a role in a list: in their order, repeated for each role.
extern const SchemaOf<std::vector<base::OrgNumber>> kHolderEntitiesSchema;

// Names that are needed without their rows.
inline constexpr std::string_view kRoleListNumberName = "organisasjonsnummer";
inline constexpr std::string_view kHasLeftName = "fratraadt";
inline constexpr std::string_view kIdentityNumberName = "fodselsnummer";
inline constexpr std::string_view kEntityName = "enhet";  // Of a holder, and of links to entities.
inline constexpr std::string_view kSelfRelation = "self";

}  // namespace orgreg::model
