// SPDX-License-Identifier: EUPL-1.2

// The two ends of a write transaction, the same for a Writer and for a Replica. Internal to store/;
// one thread at a time.

#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>

#include "base/result.h"
#include "base/values/org_number.h"
#include "store/checksum.h"
#include "store/open_options.h"
#include "store/postgresql/continuity.h"
#include "store/postgresql_connections/pool.h"

namespace orgreg::store {

// A connection that holds the lock of writers, in a transaction.
struct PgBegun {
  PgLease lease;
  Summary summary;
  std::int64_t server_ms = 0;  // the server's time at that moment, since 1970
  std::chrono::steady_clock::time_point began = {};
};

// Waits for another writer as the options say, then fails with kUnavailable. kInvalid if the server
// could not keep what it acknowledges,
// kUnavailable if the database was set back.
base::Result<PgBegun> BeginToWrite(PgPool* pool, const StoreOptions& options,
                                   PgContinuity* continuity);

// What a transaction has withdrawn, for Wipe.
class PgWithdrawals {
 public:
  void Take(model::Kind kind, base::OrgNumber number);
  void TakeAll();
  bool is_empty() const;
  // Adds it to the pipeline.
  void AddTo(PgConnection* connection, CommitId commit) const;

 private:
  struct OfKind {
    std::set<base::OrgNumber> numbers = {};
    bool is_all = false;
  };
  std::array<OfKind, model::kKindCount> kinds_;
};

// Sends what was added to the pipeline, and commits. Returns when the commit is durable as asked.
// After an error for which the connection is_lost(), or that comes from the horizon, the commit may
// exist or not.
base::Status CommitDurably(PgConnection* connection, CommitId commit, const std::string& channel,
                           Durability durability);

}  // namespace orgreg::store
