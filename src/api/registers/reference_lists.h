// Organisation forms, municipalities and the codes of roles: listed and looked up by code.
// Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

void ListForms(const Context& context, Answer* answer);
void ListEntityForms(const Context& context, Answer* answer);
void ListSubEntityForms(const Context& context, Answer* answer);
void LookUpForm(const Context& context, Answer* answer);
void ListMunicipalities(const Context& context, Answer* answer);
void LookUpMunicipality(const Context& context, Answer* answer);
void ListRoleTypes(const Context& context, Answer* answer);
void LookUpRoleType(const Context& context, Answer* answer);
void ListRoleGroupTypes(const Context& context, Answer* answer);
void LookUpRoleGroupType(const Context& context, Answer* answer);
void ListRepresentatives(const Context& context, Answer* answer);
void LookUpRepresentative(const Context& context, Answer* answer);

}  // namespace orgreg::api
