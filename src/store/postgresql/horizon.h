// SPDX-License-Identifier: EUPL-1.2

// The durable horizon: what the synchronous standbys have, and so no failover takes back. A commit
// can be visible before it is there, or without ever getting there. Internal to store/; one thread
// at a time.

#pragma once

#include "base/result.h"
#include "store/open_options.h"
#include "store/postgresql_connections/connection.h"

namespace orgreg::store {

// Waits until all that the server has committed so far is as durable as asked. kUnavailable if that
// takes long; kInvalid if the server has no synchronous standbys, or does not show them to this
// user.
base::Status AwaitHorizon(PgConnection* connection, Durability durability);

}  // namespace orgreg::store
