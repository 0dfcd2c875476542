// SPDX-License-Identifier: EUPL-1.2

// The rows and packs of a file of usage counts (table.h), and how they are read with their
// checksums. Internal to store/; a connection belongs to one thread.

#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/result.h"
#include "store/sqlite_connections/connection.h"
#include "store/usage/table.h"

namespace orgreg::store {

inline constexpr std::int64_t kUsageApplicationId = 0x6f727573;  // "orus"
inline constexpr std::int64_t kUsageVersion = 3;
// The first version with packs, and the first with sums.
inline constexpr std::int64_t kPacksSince = 2;
inline constexpr std::int64_t kSumsSince = 3;
inline constexpr std::array kUsageGroups = {UsageGroup::kOrganisation, UsageGroup::kMethod,
                                            UsageGroup::kAddress};

inline constexpr std::string_view kUsageRows =
    "SELECT value, calls, quarter, sum FROM usage"
    " WHERE grouping = ?1 AND quarter >= ?2 AND quarter < ?3 ORDER BY quarter, value";
inline constexpr std::string_view kUsagePacks =
    "SELECT counts, quarter, sum FROM packs"
    " WHERE grouping = ?1 AND quarter >= ?2 AND quarter < ?3";

inline std::int64_t NumberOf(UsageGroup group) { return static_cast<std::int64_t>(group); }

// kCorrupt, with what SQLite says, if the pages of the file are damaged.
base::Status CheckPages(Connection* connection);

// The checksum that is stored with a text, its place and a number. A different one shows that the
// row was damaged.
std::int64_t SumOf(UsageGroup group, Quarter quarter, std::string_view text, std::int64_t calls);

// True if the sum in a column belongs to the row; rows of earlier versions have none.
inline bool HasSum(const SqlStatement& row, int column, std::int64_t sum) {
  return row.IsNull(column) || (row.IsInteger(column) && row.Integer(column) == sum);
}

// Checks a row of kUsageRows or kCallsOf.
inline bool IsWholeRow(const SqlStatement& row, UsageGroup group) {
  return HasSum(row, 3, SumOf(group, row.Integer(2), row.Text(0), row.Integer(1)));
}

// Adds a pack; `counts` is its text.
base::Status AddPack(Connection* connection, UsageGroup group, Quarter quarter,
                     std::string_view counts);

// The calls of each value.
using Counts = std::map<std::string, std::int64_t, std::less<>>;

// As a pack has them.
std::string TextOf(const Counts& counts);
std::int64_t CallsOf(const Counts& counts);

// The quarters with counts, in order.
base::Result<std::vector<Quarter>> QuartersOf(Connection* connection, UsageGroup group);
base::Result<Counts> CountsOf(Connection* connection, UsageGroup group, Quarter quarter);

// Runs `work` in a transaction that is rolled back if it fails.
template <typename Work>
base::Status InTransaction(Connection* connection, Work work) {
  TRY(connection->Run("BEGIN IMMEDIATE"));
  base::Status done = work();
  if (done) done = connection->Run("COMMIT");
  // Some errors end the transaction by themselves.
  if (!done && connection->InTransaction()) static_cast<void>(connection->Run("ROLLBACK"));
  return done;
}

// Calls visit(statement) for each row of `sql` for a grouping between two quarters.
template <typename Visit>
base::Status EachOf(Connection* connection, std::string_view sql, UsageGroup group,
                    const UsageSpan& span, Visit visit) {
  using Limits = std::numeric_limits<Quarter>;
  auto query = TRY(connection->Ask(sql, NumberOf(group), span.first.value_or(Limits::min()),
                                   span.end.value_or(Limits::max())));
  while (true) {
    auto is_row = query.Next();
    if (!is_row && connection->error_code() == SQLITE_INTERRUPT)
      return base::Error{base::Code::kUnavailable, "counting takes too long"}.At(
          connection->path());
    if (!is_row) return std::move(is_row).error();
    if (!*is_row) return {};
    TRY(visit(*query));
  }
}

// Calls visit(value, calls) for each row that is not packed.
template <typename Visit>
base::Status EachRow(Connection* connection, UsageGroup group, const UsageSpan& span, Visit visit) {
  return EachOf(connection, kUsageRows, group, span, [&](const SqlStatement& row) -> base::Status {
    if (!IsWholeRow(row, group)) return connection->Corrupt("a damaged row");
    visit(row.Text(0), row.Integer(1));
    return {};
  });
}

// Calls visit(value, calls) for each line of a pack. False if it is not a pack.
template <typename Visit>
bool EachLine(std::string_view pack, Visit visit) {
  while (!pack.empty()) {
    const std::size_t blank = pack.find(' ');
    if (blank == std::string_view::npos) return false;
    std::int64_t calls = 0;
    const char* const last = pack.data() + pack.size();
    const auto [end, error] = std::from_chars(pack.data() + blank + 1, last, calls);
    if (error != std::errc() || end == last || *end != '\n') return false;
    visit(pack.substr(0, blank), calls);
    pack.remove_prefix(static_cast<std::size_t>(end + 1 - pack.data()));
  }
  return true;
}

// Calls visit(value, calls) for each row, packed or not.
template <typename Visit>
base::Status EachCount(Connection* connection, UsageGroup group, const UsageSpan& span,
                       Visit visit) {
  base::Status status =
      EachOf(connection, kUsagePacks, group, span, [&](const SqlStatement& row) -> base::Status {
        const bool is_whole = HasSum(row, 2, SumOf(group, row.Integer(1), row.Text(0), 0));
        if (is_whole && EachLine(row.Text(0), visit)) return {};
        return connection->Corrupt("a damaged pack");
      });
  return status ? EachRow(connection, group, span, visit) : status;
}

}  // namespace orgreg::store
