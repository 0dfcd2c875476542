// SPDX-License-Identifier: EUPL-1.2

// The page with the files of the whole registers: how large and how new each is, and how to check
// it. See context.h.

#pragma once

#include <span>

#include "api/interface/context.h"
#include "api/interface/route.h"

namespace orgreg::api {

// Lists the files that the rows send.
Outcome FilesPage(std::span<const RouteRow> rows, const Context& context, Reply* reply);

}  // namespace orgreg::api
