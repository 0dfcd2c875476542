// The store in one SQLite file, for a single machine. Layout: docs/store-format.md.
//
// A commit is synced to disk before it is acknowledged. After a failed sync nobody knows
// what the disk holds, so the store then refuses to write until it is opened again; a full
// disk is different and only fails the transaction at hand.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "store/store.h"

namespace orgreg::store {

enum class OpenMode {
  kReadWriteCreate,  // makes the file (mode 0600) when it is missing, upgrades an older one
  kReadOnly,         // kNotFound when it is missing; never changes it
};

// What stands beside the file under its name with one of these endings, and must not meet
// another store of that name.
inline constexpr std::array<const char*, 3> kSideFiles = {"-wal", "-shm", "-position"};

struct SqliteOptions {
  int busy_timeout_ms = 5000;  // how long Write waits for another writer
  // The time of day in milliseconds since 1970, UTC; none: that of the system.
  std::function<std::int64_t()> clock_ms = {};
};

base::Result<std::unique_ptr<Store>> OpenSqlite(const std::string& path, OpenMode mode,
                                                SqliteOptions options = {});

}  // namespace orgreg::store
