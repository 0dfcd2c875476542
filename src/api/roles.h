// The roles in an entity, what it holds itself in others, the code lists of roles and the file
// of all roles. Handlers; see context.h.

#pragma once

#include "api/context.h"

namespace orgreg::api {

void LookUpRoles(const Context& context, Answer* answer);
void ListLegalRoles(const Context& context, Answer* answer);
void ListRoleTypes(const Context& context, Answer* answer);
void LookUpRoleType(const Context& context, Answer* answer);
void ListRoleGroupTypes(const Context& context, Answer* answer);
void LookUpRoleGroupType(const Context& context, Answer* answer);
void ListRepresentatives(const Context& context, Answer* answer);
void LookUpRepresentative(const Context& context, Answer* answer);
void DownloadRoles(const Context& context, Answer* answer);

}  // namespace orgreg::api
