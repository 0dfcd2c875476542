// SPDX-License-Identifier: EUPL-1.2

// The versions of the SQLite layout, as data: each step turns version n into n + 1. Internal to
// store/. The version is the file's user_version; docs/store-format.md describes it.

#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"
#include "store/sqlite_connections/connection.h"

namespace orgreg::store {

// Marks a file as ours: the letters ORGR.
inline constexpr std::int64_t kApplicationId = 0x4F524752;

// The step from version n to n + 1, n being its index in the list. A released step never changes; a
// new layout is a new step.
struct Migration {
  std::string sql;
  // Does what SQL cannot (checksums). Runs in the same transaction, after the SQL of all steps; may
  // be none.
  base::Status (*finish)(Connection* connection) = nullptr;
};

std::span<const Migration> Migrations();

// Brings a new or older file to the version after the last of `migrations`, in one transaction.
// kInvalid for a file of another program or of a newer version.
base::Status Migrate(Connection* connection, std::span<const Migration> migrations);

// Only checks that the file is ours and of exactly that version.
base::Status CheckVersion(Connection* connection, std::span<const Migration> migrations);

// Whether the file is ours and of an earlier version, which Migrate brings forward.
base::Result<bool> IsEarlier(Connection* connection, std::span<const Migration> migrations);

}  // namespace orgreg::store
