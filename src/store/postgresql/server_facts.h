// SPDX-License-Identifier: EUPL-1.2

// Asks a server of PostgreSQL how it keeps what it acknowledges, and who copies it. Internal to
// store/; one thread at a time.

#pragma once

#include "base/result.h"
#include "store/cluster.h"
#include "store/postgresql_connections/connection.h"

namespace orgreg::store {

base::Result<ServerFacts> AskServerFacts(PgConnection* connection);

}  // namespace orgreg::store
