// The versions of the SQLite layout, as data: what turns version n into n + 1. Internal to
// store/. The version is the file's user_version; docs/store-format.md says what is in it.

#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"
#include "store/sqlite/connection.h"

namespace orgreg::store {

// Marks a file as ours: the letters ORGR.
inline constexpr std::int64_t kApplicationId = 0x4F524752;

// What leads from version n to n + 1, n being the place in the list. A released entry never
// changes; a new layout is a new entry.
struct Migration {
  std::string sql;
  // What SQL cannot do (checksums), run in the same transaction after the SQL of all steps that
  // are taken; may be none.
  base::Status (*finish)(Connection* connection) = nullptr;
};

std::span<const Migration> Migrations();

// Brings a new or older file to the version after the last of `migrations`, in one
// transaction. kInvalid for a file of something else or of a newer program.
base::Status Migrate(Connection* connection, std::span<const Migration> migrations);

// Only checks that the file is ours and of exactly that version.
base::Status CheckVersion(Connection* connection, std::span<const Migration> migrations);

}  // namespace orgreg::store
