// SPDX-License-Identifier: EUPL-1.2

// Writes anew the parts of tables in which something was withdrawn, so that no file of a table
// holds it. The log of the server (WAL), its archive and backups of it are the operator's
// (docs/postgresql.md). Internal to store/; safe from any thread and process.

#pragma once

#include "base/result.h"
#include "store/postgresql_connections/pool.h"

namespace orgreg::store {

// kUnavailable if a reader or writer is in the way: to be called again.
base::Status WipeWithdrawn(PgPool* pool);

}  // namespace orgreg::store
