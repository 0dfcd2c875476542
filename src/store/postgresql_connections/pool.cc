// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql_connections/pool.h"

#include <array>

namespace orgreg::store {
namespace {

// Connections that are kept when nobody uses them.
constexpr std::size_t kMostIdle = 4;

// Plans must not depend on statistics, which are missing after a bulk load: every statement has an
// index that fits. Nothing waits for ever. A commit is on the server's disk when it is
// acknowledged, whatever the server's settings are.
constexpr std::array kSettings = {
    "SET enable_seqscan = off",
    "SET enable_hashjoin = off",
    "SET enable_mergejoin = off",
    "SET jit = off",
    "SET max_parallel_workers_per_gather = 0",
    "SET plan_cache_mode = force_generic_plan",
    "SET lock_timeout = '10s'",
    "SET statement_timeout = '60s'",
    "SET idle_in_transaction_session_timeout = '15min'",
    "SET synchronous_commit = on",
    "SET bytea_output = hex",
};

}  // namespace

base::Result<std::unique_ptr<PgConnection>> PgPool::Take() {
  while (true) {
    std::unique_ptr<PgConnection> connection;
    {
      const std::scoped_lock lock(mutex_);
      if (idle_.empty()) break;
      connection = std::move(idle_.back());
      idle_.pop_back();
    }
    if (!connection->IsStale()) return connection;
  }
  auto connection = TRY(PgConnection::Open(uri_, stop_));
  for (const char* setting : kSettings) connection->AddText(setting);
  TRY(connection->Send());
  return connection;
}

void PgPool::Give(std::unique_ptr<PgConnection> connection) noexcept {
  try {
    if (connection->is_lost() || connection->has_added()) return;
    // Nobody waits for it any more.
    static_cast<void>(connection->Receive());
    if (connection->InTransaction() && !connection->Run("ROLLBACK")) return;
    static_cast<void>(connection->TakeWarning());
    const std::scoped_lock lock(mutex_);
    if (idle_.size() < kMostIdle) idle_.push_back(std::move(connection));
  } catch (...) {  // NOLINT(bugprone-empty-catch)
  }
}

base::Result<PgLease> PgLease::From(PgPool* pool) {
  auto connection = TRY(pool->Take());
  return PgLease(pool, std::move(connection));
}

}  // namespace orgreg::store
