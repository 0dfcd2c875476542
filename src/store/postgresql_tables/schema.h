// SPDX-License-Identifier: EUPL-1.2

// The tables in the database (docs/postgresql.md): version 1 of this layout, which a program must
// know to use them. Those that it may do without are additions (additions.h). They lie in the first
// schema of the connection's search_path. Internal to store/.

#pragma once

#include <cstdint>

#include "base/result.h"
#include "store/postgresql_connections/connection.h"

namespace orgreg::store {

inline constexpr std::int64_t kPgSchema = 1;
// The rows of a kind and the patches are in so many parts, by number; the parts of all tables have
// the same numbers. What a removal leaves is wiped by writing one part anew.
inline constexpr int kPgParts = 16;

// kInvalid, and what to do, unless it is this program's.
base::Status CheckSchema(const PgConnection& connection, std::int64_t version);

// Makes the tables, unless they exist. kInvalid if the schema has other tables of these names.
base::Status MakeTables(PgConnection* connection);
// Brings tables of an earlier version to this one. kNotFound if there are none.
base::Status UpgradeTables(PgConnection* connection);
// kNotFound if there are no tables.
base::Status CheckTables(PgConnection* connection);

}  // namespace orgreg::store
