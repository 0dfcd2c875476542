// The operations that need a token: the roles in one entity with identification numbers, all
// roles, and the roles of one person (spec, Authentication). Each look-up is in the audit log,
// on the disk, before it is answered; what cannot be logged is not answered.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

void LookUpAuthorisedRoles(const Context& context, Answer* answer);
void DownloadAuthorisedRoles(const Context& context, Answer* answer);
// Of the person whose number is the body.
void MakeRoleStatement(const Context& context, Answer* answer);

}  // namespace orgreg::api
