// SPDX-License-Identifier: EUPL-1.2

// Queries on the log of one unchanging state. Internal to store/; one thread at a time.

#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "store/checksum.h"
#include "store/postgresql_connections/connection.h"
#include "store/postgresql_tables/known_rows.h"
#include "store/postgresql_tables/log.h"
#include "store/store.h"

namespace orgreg::store {

class PgChanges {
 public:
  // `connection` is in a transaction in which `summary` and what is known were read; all outlive
  // this.
  PgChanges(PgConnection* connection, const Summary& summary, PgKnownRows* known)
      : connection_(connection), summary_(summary), known_(known) {}

  // The same as in Snapshot.
  base::Result<std::optional<std::vector<base::OrgNumber>>> Since(model::Kind kind, CommitId commit,
                                                                  const Contents& then);
  base::Result<ChangePage> Read(const ChangeQuery& query);

 private:
  base::Result<ChangePage> ReadOfAll(const ChangeQuery& query, const PgPlaces& places);
  base::Result<ChangePage> ReadOfNumbers(const ChangeQuery& query, const PgPlaces& places);
  // The places of all lines of the numbers, ascending; kCorrupt if the index has lost one.
  base::Result<std::vector<std::int64_t>> PlacesOf(model::Kind kind,
                                                   const std::vector<base::OrgNumber>& numbers);

  PgConnection* connection_;
  const Summary& summary_;
  PgKnownRows* known_;
};

}  // namespace orgreg::store
