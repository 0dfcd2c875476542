// SPDX-License-Identifier: EUPL-1.2

// How a store is opened, whichever database keeps it. Plain values; safe from any thread.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace orgreg::store {

// Where a store is: today always the path of a file of SQLite.
struct StoreAddress {
  std::string file = {};
};

enum class OpenMode {
  kReadWriteCreate,  // makes the store (a file of mode 0600) if it is missing, upgrades an older
                     // one
  kReadOnly,         // kNotFound if it is missing; never changes it
};

struct StoreOptions {
  int busy_timeout_ms = 5000;  // how long Write waits for another writer
  // Called once for each Write that has waited for a second and still waits; may be none.
  std::function<void()> on_wait = {};
  // The time of day in milliseconds since 1970, UTC; none: that of the system.
  std::function<std::int64_t()> clock_ms = {};
  // Commit however far the clock is ahead (store/clock_check.h).
  bool accepts_clock = false;
};

}  // namespace orgreg::store
