// Financial statements: those of an organisation, one of them, and the names of the bulk files
// that they came in. Handlers; see context.h. Each call is counted (statistics.h).

#pragma once

#include "api/context.h"

namespace orgreg::api {

void LookUpStatements(const Context& context, Answer* answer);
void LookUpStatement(const Context& context, Answer* answer);
// Reads the store, so it belongs on a thread of the pool.
void ListBulkFiles(const Context& context, Answer* answer);

}  // namespace orgreg::api
