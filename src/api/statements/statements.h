// SPDX-License-Identifier: EUPL-1.2

// Financial statements: those of an organisation, one of them, and the names of their bulk files.
// Handlers; see context.h. Each call is counted (statistics.h).

#pragma once

#include <string_view>

#include "api/interface/context.h"

namespace orgreg::api {

// The path of the notes on statements whose plans are not served.
inline constexpr std::string_view kPlanNotesPath = "/docs/statement-plans";

Outcome LookUpStatements(const Context& context, Reply* reply);
Outcome LookUpStatement(const Context& context, Reply* reply);
// Reads the store, so it belongs on a thread of the pool.
Outcome ListBulkFiles(const Context& context, Reply* reply);

}  // namespace orgreg::api
