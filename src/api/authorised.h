// SPDX-License-Identifier: EUPL-1.2

// The operations that need a token: the roles in one entity with identification numbers, all roles,
// and the roles of one person (spec, Authentication). Each look-up is in the audit log, on the
// disk, before it is answered; a look-up that cannot be logged is not answered.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome LookUpAuthorisedRoles(const Context& context, Reply* reply);
Outcome DownloadAuthorisedRoles(const Context& context, Reply* reply);
// Of the person whose number is the body.
Outcome MakeRoleStatement(const Context& context, Reply* reply);

}  // namespace orgreg::api
