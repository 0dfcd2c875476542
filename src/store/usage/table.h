// SPDX-License-Identifier: EUPL-1.2

// The usage counts of the statements: a separate SQLite file, since they are no
// part of the register and are written all the time (docs/decisions/0013-usage-counts.md). One row
// is one value of one grouping in one quarter of an hour, with the number of calls. The rows of a
// quarter that is over are packed into one text, which is read ten times as fast. Rows and packs
// carry a checksum of their content and place; a wrong one is kCorrupt, both for queries of its
// time and for additions to it.
//
// Top may be called from any thread, also at the same time; the others belong to one thread.

#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/usage/ranking.h"

namespace orgreg::store {

class Connection;

// The groupings of calls. The numbers are part of the stored format.
enum class UsageGroup : std::int64_t { kOrganisation = 1, kMethod = 2, kAddress = 3 };

// Quarters of an hour since 1970, UTC: in every time zone, days begin with one.
using Quarter = std::int64_t;
inline constexpr std::int64_t kQuarterMs = std::int64_t{15} * 60 * 1000;

struct UsageRow {
  UsageGroup group = UsageGroup::kMethod;
  Quarter quarter = 0;
  std::string value = {};  // empty: the calls have none
  std::int64_t calls = 0;
};

// The wanted time: from one quarter on, before the other.
struct UsageSpan {
  std::optional<Quarter> first = {};
  std::optional<Quarter> end = {};
};

class UsageTable {
 public:
  // Creates the file (mode 0600) if there is none. kInvalid if it is another SQLite file, kCorrupt
  // if it is not SQLite's or damaged.
  static base::Result<std::unique_ptr<UsageTable>> Open(const std::string& path);
  ~UsageTable();

  // For a server that shares its counts (exchange.h), before the first Add: begins a run, and from
  // then on Top adds what others have counted. `secret` is something by which the secret of marks
  // of addresses can be told from others, or empty.
  base::Status Share(Quarter now, std::string_view secret = {});

  // Adds all rows durably, or none.
  base::Status Add(std::span<const UsageRow> rows);
  base::Status DropBefore(Quarter quarter);
  // Packs the rows of quarters before this one, for about `longest`. True if all are packed.
  base::Result<bool> PackBefore(Quarter quarter, std::chrono::milliseconds longest);

  // The values with a row in a quarter that is not packed.
  base::Result<std::vector<std::string>> Values(UsageGroup group, Quarter quarter);

  // The `most` values with the most calls; equal ones in order of value, the missing value last
  // among them. kUnavailable if it takes longer than a few seconds, or if what others have counted
  // is damaged, until it has come again.
  base::Result<std::vector<UsageTotal>> Top(UsageGroup group, const UsageSpan& span,
                                            std::size_t most);

 private:
  UsageTable(std::unique_ptr<Connection> writer, std::unique_ptr<Connection> reader);
  base::Result<std::unique_ptr<Connection>> BeginOthers();
  base::Result<std::vector<UsageTotal>> Rank(UsageGroup group, const UsageSpan& span,
                                             std::size_t most);

  std::unique_ptr<Connection> writer_;
  std::mutex mutex_;
  std::unique_ptr<Connection> reader_;  // guarded by mutex_
  std::atomic<bool> is_shared_ = false;
};

}  // namespace orgreg::store
