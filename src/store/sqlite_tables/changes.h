// SPDX-License-Identifier: EUPL-1.2

// Queries on the log of one unchanging state. Internal to store/; one thread at a time.

#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/sqlite_connections/connection.h"
#include "store/sqlite_tables/rows.h"
#include "store/store.h"

namespace orgreg::store {

class SqliteChanges {
 public:
  // `connection` is in a transaction in which `summary` was read; both outlive this.
  SqliteChanges(Connection* connection, const Summary& summary)
      : connection_(connection), summary_(summary) {}

  // The same as in Snapshot.
  base::Result<std::optional<std::vector<base::OrgNumber>>> Since(model::Kind kind, CommitId commit,
                                                                  const Contents& then);
  base::Result<ChangePage> Read(const ChangeQuery& query);
  // The row, if the log's last line of it describes it.
  base::Result<std::optional<OwnedRow>> Find(model::Kind kind, base::OrgNumber number);

 private:
  struct Places {
    std::int64_t first = 1;
    std::int64_t last = 0;  // included
  };
  base::Result<Places> PlacesIn(const ChangeQuery& query);
  base::Result<ChangePage> ReadOfAll(const ChangeQuery& query, const Places& places);
  base::Result<ChangePage> ReadOfNumbers(const ChangeQuery& query, const Places& places);
  base::Result<std::vector<std::int64_t>> PlacesOfNumber(model::Kind kind, base::OrgNumber number);
  base::Status CheckNewest(model::Kind kind, base::OrgNumber number,
                           const std::optional<OwnedRow>& row,
                           const std::optional<LogLine>& newest);

  Connection* connection_;
  const Summary& summary_;
};

}  // namespace orgreg::store
