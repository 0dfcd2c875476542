// SPDX-License-Identifier: EUPL-1.2

// The pages for people, and what they load: rows like those of operations (routes.h). They are no
// operations, so no document lists them. Constants.

#pragma once

#include <span>

#include "api/interface/route.h"

namespace orgreg::api {

std::span<const RouteRow> PageRoutes();

}  // namespace orgreg::api
