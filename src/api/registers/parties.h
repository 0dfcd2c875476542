// The register of political parties. Handlers; see context.h.

#pragma once

#include "api/interface/context.h"

namespace orgreg::api {

void DownloadParties(const Context& context, Answer* answer);

}  // namespace orgreg::api
