// SPDX-License-Identifier: EUPL-1.2

// What others than the server of a file of usage counts have counted: a copy of what the database
// has, next to that file, with its name and "-others". It can always be fetched again, so a damaged
// one is replaced by an empty one. Internal to store/; a connection belongs to one thread.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "store/shared_usage.h"
#include "store/sqlite_connections/connection.h"
#include "store/usage/rows.h"
#include "store/usage/table.h"

namespace orgreg::store {

std::string OthersPath(const std::string& usage_path);

// How far the copy is.
struct OthersState {
  std::string origin = {};  // as UsageState
  std::string timeline = {};
  std::int64_t change = 0;  // the last one that it has
  std::string run = {};     // that was the newest of the file itself
};

class UsageOthers {
 public:
  // Makes the file if there is none, or another one.
  static base::Result<std::unique_ptr<UsageOthers>> Open(const std::string& path);

  base::Result<OthersState> State();
  // Takes the parts and the state, or nothing. A part without calls is taken as one that is not
  // there.
  base::Status Take(std::span<const UsagePart> parts, const OthersState& state);
  base::Status Clear();
  base::Status DropBefore(Quarter quarter);
  // The calls of a part; 0 if there is none.
  base::Result<std::int64_t> CallsOf(const UsagePart& part);
  // The file was removed.
  bool IsGone() const { return connection_->HasMoved(); }

 private:
  explicit UsageOthers(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)) {}

  std::unique_ptr<Connection> connection_;
};

// A connection that reads the copy; null if there is none.
base::Result<std::unique_ptr<Connection>> ReadOthers(const std::string& path);
// Removes the copy; who keeps it makes another one.
void RemoveOthers(const std::string& path);

inline constexpr std::string_view kOtherParts =
    "SELECT counts, quarter, sum FROM parts"
    " WHERE grouping = ?1 AND quarter >= ?2 AND quarter < ?3";

// As EachCount of rows.h.
template <typename Visit>
base::Status EachOtherCount(Connection* connection, UsageGroup group, const UsageSpan& span,
                            Visit visit) {
  return EachOf(connection, kOtherParts, group, span, [&](const SqlStatement& row) -> base::Status {
    const bool is_whole = HasSum(row, 2, SumOf(group, row.Integer(1), row.Text(0), 0));
    if (is_whole && EachLine(row.Text(0), visit)) return {};
    return connection->Corrupt("a damaged part");
  });
}

}  // namespace orgreg::store
