// SPDX-License-Identifier: EUPL-1.2

// What is said where a table of an addition (postgresql_tables/additions.h) is not there yet.
// Internal to store/.

#pragma once

#include "base/result.h"
#include "store/postgresql_connections/connection.h"

namespace orgreg::store {

// The error of a statement, or kNotFound if the database is of before its table.
inline base::Error ErrorOfAddition(const PgConnection& connection, base::Error error) {
  if (connection.sqlstate() != kUndefinedTable) return error;
  return connection.Fail(base::Code::kNotFound,
                         "has no tables for this yet: run orgreg store upgrade");
}

}  // namespace orgreg::store
