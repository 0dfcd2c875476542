// Entities and sub-entities: searched and looked up. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

void SearchEntities(const Context& context, Answer* answer);
void SearchSubEntities(const Context& context, Answer* answer);
void LookUpEntity(const Context& context, Answer* answer);
void LookUpSubEntity(const Context& context, Answer* answer);

}  // namespace orgreg::api
