// The roles in an entity, what it holds itself in others and the file of all roles. Handlers; see
// context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

void LookUpRoles(const Context& context, Answer* answer);
void ListLegalRoles(const Context& context, Answer* answer);
void DownloadRoles(const Context& context, Answer* answer);

}  // namespace orgreg::api
