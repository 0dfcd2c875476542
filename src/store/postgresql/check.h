// SPDX-License-Identifier: EUPL-1.2

// Checks one state completely against every checksum, count and order. Internal to store/; one
// thread at a time.

#pragma once

#include "base/result.h"
#include "store/checksum.h"
#include "store/postgresql_connections/connection.h"

namespace orgreg::store {

// `connection` is in a transaction in which `summary` was read.
base::Status CheckAll(PgConnection* connection, const Summary& summary);

}  // namespace orgreg::store
