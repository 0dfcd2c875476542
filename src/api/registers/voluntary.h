// SPDX-License-Identifier: EUPL-1.2

// The register of non-profit organisations and its code lists. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome ListVoluntary(const Context& context, Reply* reply);
Outcome LookUpVoluntary(const Context& context, Reply* reply);
Outcome DownloadVoluntary(const Context& context, Reply* reply);
Outcome ListCategories(const Context& context, Reply* reply);
Outcome ListInformationTypes(const Context& context, Reply* reply);
Outcome LookUpInformationType(const Context& context, Reply* reply);

}  // namespace orgreg::api
