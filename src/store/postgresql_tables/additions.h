// SPDX-License-Identifier: EUPL-1.2

// Tables that were added to the layout (schema.h) since its version. A program that does not know
// them uses the rest as before, so a database gets them while servers of both kinds run: by
// `orgreg store upgrade`, never by being opened. Internal to store/.

#pragma once

#include <cstdint>

#include "base/result.h"
#include "store/postgresql_connections/connection.h"

namespace orgreg::store {

// 1: node, lease. 2: shared_text, audit_anchor. 3: usage_part, usage_change.
// 4: timeline, set_back.
inline constexpr std::int64_t kPgAdditions = 4;

// How many the database has; 0 in one of before there were any.
base::Result<std::int64_t> AskAdditions(PgConnection* connection);
// Adds to the pipeline what makes those after `known`, for a transaction that the caller has begun.
void AddAdditions(std::int64_t known, PgConnection* connection);

}  // namespace orgreg::store
