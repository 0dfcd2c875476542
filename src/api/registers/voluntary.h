// The register of non-profit organisations and its code lists. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

void ListVoluntary(const Context& context, Answer* answer);
void LookUpVoluntary(const Context& context, Answer* answer);
void DownloadVoluntary(const Context& context, Answer* answer);
void ListCategories(const Context& context, Answer* answer);
void ListInformationTypes(const Context& context, Answer* answer);
void LookUpInformationType(const Context& context, Answer* answer);

}  // namespace orgreg::api
