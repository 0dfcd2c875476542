// The root of the interface, and the notes on its versions. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

void ShowRoot(const Context& context, Answer* answer);
void ShowVersionNotes(const Context& context, Answer* answer);
void ShowPlanNotes(const Context& context, Answer* answer);

}  // namespace orgreg::api
