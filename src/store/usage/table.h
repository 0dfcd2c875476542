// How often the statements were asked for: a SQLite file of its own beside the store, since it is
// no part of the register and is written all the time (docs/decisions/0013-usage-counts.md). One
// row is one value of one grouping in one quarter of an hour, with the number of calls. The rows of
// a quarter that is over are packed into one text, which is read ten times as fast. Rows and packs
// carry a checksum of what they hold and of their place; one that does not fit is kCorrupt, for
// those who ask for its time and those who would add to it.
//
// Top may be called from any thread, also at the same time; the others belong to one thread.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/usage/ranking.h"

namespace orgreg::store {

class Connection;

// What calls are counted by. The numbers are part of the stored format.
enum class UsageGroup : std::int64_t { kOrganisation = 1, kMethod = 2, kAddress = 3 };

// Quarters of an hour since 1970, UTC: every time zone in use begins its days with one.
using Quarter = std::int64_t;
inline constexpr std::int64_t kQuarterMs = std::int64_t{15} * 60 * 1000;

struct UsageRow {
  UsageGroup group = UsageGroup::kMethod;
  Quarter quarter = 0;
  std::string value = {};  // empty: the calls have none
  std::int64_t calls = 0;
};

// Whose calls are asked for: from the one quarter on, before the other.
struct UsageSpan {
  std::optional<Quarter> first = {};
  std::optional<Quarter> end = {};
};

class UsageTable {
 public:
  // Makes the file (mode 0600) where there is none. kInvalid where it is something else, kCorrupt
  // where it is none of SQLite's or damaged.
  static base::Result<std::unique_ptr<UsageTable>> Open(const std::string& path);
  ~UsageTable();

  // All of them, on the disk, or none.
  base::Status Add(std::span<const UsageRow> rows);
  base::Status DropBefore(Quarter quarter);
  // Packs the rows of quarters before this one, for about `longest`. True where all are packed.
  base::Result<bool> PackBefore(Quarter quarter, std::chrono::milliseconds longest);

  // What has a row in a quarter that is not packed.
  base::Result<std::vector<std::string>> Values(UsageGroup group, Quarter quarter);

  // The `most` values with the most calls, those with equal numbers in order of value, the
  // missing value after them. kUnavailable where it takes longer than some seconds.
  base::Result<std::vector<UsageTotal>> Top(UsageGroup group, const UsageSpan& span,
                                            std::size_t most);

 private:
  UsageTable(std::unique_ptr<Connection> writer, std::unique_ptr<Connection> reader);

  std::unique_ptr<Connection> writer_;
  std::mutex mutex_;
  std::unique_ptr<Connection> reader_;  // guarded by mutex_
};

}  // namespace orgreg::store
