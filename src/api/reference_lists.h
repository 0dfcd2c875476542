// Organisation forms and municipalities: listed and looked up by code. Handlers; see
// context.h.

#pragma once

#include "api/context.h"

namespace orgreg::api {

void ListForms(const Context& context, Answer* answer);
void ListEntityForms(const Context& context, Answer* answer);
void ListSubEntityForms(const Context& context, Answer* answer);
void LookUpForm(const Context& context, Answer* answer);
void ListMunicipalities(const Context& context, Answer* answer);
void LookUpMunicipality(const Context& context, Answer* answer);

}  // namespace orgreg::api
