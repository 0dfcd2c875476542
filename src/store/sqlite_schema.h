// The versions of the SQLite layout, as data: what turns version n into n + 1. Internal to
// store/. The version is the file's user_version; docs/store-format.md says what is in it.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"
#include "store/sqlite_connection.h"

namespace orgreg::store {

// Marks a file as ours: the letters ORGR.
inline constexpr std::int64_t kApplicationId = 0x4F524752;

// Statements that lead from version n to n + 1, n being the place in the list. A released
// entry never changes; a new layout is a new entry.
std::span<const std::string_view> Migrations();

// Brings a new or older file to the version after the last of `migrations`, in one
// transaction. kInvalid for a file of something else or of a newer program.
base::Status Migrate(Connection* connection, std::span<const std::string_view> migrations);

// Only checks that the file is ours and of exactly that version.
base::Status CheckVersion(Connection* connection, std::span<const std::string_view> migrations);

}  // namespace orgreg::store
