// SPDX-License-Identifier: EUPL-1.2

// The calls of the system that a server never makes: they start programs, look into other
// processes, change the system or its own rights. From ForbidCalls on they fail with EPERM, in all
// threads that start later.

#pragma once

namespace orgreg::app {

// False if the system cannot do it. Needs PR_SET_NO_NEW_PRIVS.
bool ForbidCalls();

}  // namespace orgreg::app
