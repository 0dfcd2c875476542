// SPDX-License-Identifier: EUPL-1.2

// The usage counts that the servers of one store in a database share: each puts there what it has
// counted, and takes what others have (store/usage/exchange.h;
// docs/decisions/0069-shared-usage.md). Safe from any thread. Errors are those of
// store/cluster.h.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace orgreg::store {

// What one run of one server has counted in a quarter of an hour, for one grouping of calls
// (store/usage/table.h). It only ever grows, so of two texts the one with more calls is newer.
struct UsagePart {
  std::string run = {};
  std::int64_t grouping = 0;
  std::int64_t quarter = 0;
  std::int64_t calls = 0;   // of all values together
  std::string counts = {};  // a line "VALUE CALLS" for each value, in their order
  std::int64_t change = 0;  // set by the database: newer parts have higher numbers
};

struct UsageState {
  std::string origin = {};    // of these tables; other ones have another
  std::string timeline = {};  // changes when the database may have lost its newest changes
  std::int64_t newest = 0;    // the change that was made last
};

struct UsageQuestion {
  std::int64_t after = 0;  // the last change that is known
  std::string but = {};    // the run whose parts are not wanted
  std::int64_t first = 0;  // the first quarter that is
};

class SharedUsage {
 public:
  SharedUsage() = default;
  SharedUsage(const SharedUsage&) = delete;
  SharedUsage& operator=(const SharedUsage&) = delete;
  virtual ~SharedUsage() = default;

  virtual base::Result<UsageState> State() = 0;
  // All parts of these runs, without their texts.
  virtual base::Result<std::vector<UsagePart>> PartsOf(std::span<const std::string> runs) = 0;
  // Some of the parts that were changed since, in the order of their changes; none at the end.
  virtual base::Result<std::vector<UsagePart>> Changed(const UsageQuestion& question) = 0;
  // Each part takes the place of the one that is there, unless that has as many calls.
  virtual base::Status Put(std::span<const UsagePart> parts) = 0;
  // Deletes what is older than so many days, by the clock of the database.
  virtual base::Status DropOlder(std::uint32_t days) = 0;
};

}  // namespace orgreg::store
