// The feeds of what changed: entities, sub-entities and roles. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

void ListEntityUpdates(const Context& context, Answer* answer);
void ListSubEntityUpdates(const Context& context, Answer* answer);
void ListRoleUpdates(const Context& context, Answer* answer);

}  // namespace orgreg::api
