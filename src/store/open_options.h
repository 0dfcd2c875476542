// SPDX-License-Identifier: EUPL-1.2

// How a store is opened, whichever database keeps it. Plain values; safe from any thread.

#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace orgreg::store {

// Where a store is: one of the two is set. address.h parses and shows addresses.
struct StoreAddress {
  std::string file = {};        // the path of a file of SQLite
  std::string postgresql = {};  // the URI of a database; it may have a password, so it is not shown
};

enum class OpenMode : std::uint8_t {
  kReadWriteCreate,  // makes the store (a file of mode 0600) if it is missing, upgrades an older
                     // file; an older database only with kUpgrade
  kReadOnly,         // kNotFound if it is missing; never changes it
  kUpgrade,          // as the first, but does not make a store
};

// When a commit in a database is acknowledged, and shown to readers.
enum class Durability : std::uint8_t {
  kLocal,       // when the database's own disk has it
  kReplicated,  // when its synchronous standbys have it too; a database without any is refused
};

struct StoreOptions {
  int busy_timeout_ms = 5000;  // how long Write waits for another writer
  // Called once for each Write that has waited for a second and still waits; may be none.
  std::function<void()> on_wait = {};
  // The time of day in milliseconds since 1970, UTC; none: that of the system or the database.
  std::function<std::int64_t()> clock_ms = {};
  // Commit however far the clock is ahead (store/clock_check.h).
  bool accepts_clock = false;
  // A database gives up a writer of whom it hears nothing for so long, since all others wait for
  // it: a process that stands still keeps its connection. 0: after 15 minutes.
  int most_silent_ms = 0;
  Durability durability = Durability::kLocal;  // of a database
  // Read and write a database that was set back (store/cluster.h): to mend it, or to look at it.
  bool accepts_set_back = false;
  std::stop_token stop = {};  // what waits for a database fails soon after it
};

}  // namespace orgreg::store
