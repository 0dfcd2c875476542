// SPDX-License-Identifier: EUPL-1.2

// The durable horizon: what the synchronous standbys have, and so no failover takes back. A commit
// can be visible before it is there, or without ever getting there. Internal to store/; one thread
// at a time.

#pragma once

#include <string_view>

#include "base/result.h"
#include "store/open_options.h"
#include "store/postgresql_connections/connection.h"

namespace orgreg::store {

// What is wrong, and how to mend it, where a server names no synchronous standbys.
inline constexpr std::string_view kNoStandbys =
    "has no synchronous standbys (synchronous_standby_names is empty), so that a failover could "
    "lose acknowledged changes: name some there (with Patroni: synchronous_mode: true and "
    "synchronous_mode_strict: true), or set store_durability = \"local\"";

// Waits until all that the server has committed so far is as durable as asked. kUnavailable if that
// takes long; kInvalid if the server has no synchronous standbys, or does not show them to this
// user.
base::Status AwaitHorizon(PgConnection* connection, Durability durability);

}  // namespace orgreg::store
