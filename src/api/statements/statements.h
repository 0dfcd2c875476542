// Financial statements: those of an organisation, one of them, and the names of the bulk files
// that they came in. Handlers; see context.h. Each call is counted (statistics.h).

#pragma once

#include <string_view>

#include "api/interface/context.h"

namespace orgreg::api {

// Where the notes on statements that are laid out by other plans than those served are read.
inline constexpr std::string_view kPlanNotesPath = "/docs/statement-plans";

Outcome LookUpStatements(const Context& context, Reply* reply);
Outcome LookUpStatement(const Context& context, Reply* reply);
// Reads the store, so it belongs on a thread of the pool.
Outcome ListBulkFiles(const Context& context, Reply* reply);

}  // namespace orgreg::api
