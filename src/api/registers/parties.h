// SPDX-License-Identifier: EUPL-1.2

// The register of political parties. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

Outcome DownloadParties(const Context& context, Reply* reply);

}  // namespace orgreg::api
