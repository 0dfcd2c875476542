// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/store.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "store/postgresql/begin.h"
#include "store/postgresql/cluster.h"
#include "store/postgresql/continuity.h"
#include "store/postgresql/horizon.h"
#include "store/postgresql/replica.h"
#include "store/postgresql/snapshot.h"
#include "store/postgresql/wipe.h"
#include "store/postgresql/writer.h"
#include "store/postgresql_connections/pool.h"
#include "store/postgresql_tables/commits.h"
#include "store/postgresql_tables/rows.h"
#include "store/postgresql_tables/schema.h"
#include "store/sqlite/copy_snapshot.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Result;
using base::Status;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// A notification is a hint, which can be lost; the question is the truth.
constexpr milliseconds kLookInterval(200);
// How soon a stop is noticed.
constexpr milliseconds kStopInterval(20);

class PgStore final : public Store {
 public:
  PgStore(const std::string& uri, OpenMode mode, StoreOptions options)
      : mode_(mode),
        options_(std::move(options)),
        pool_(uri, options_.stop),
        listeners_(uri, options_.stop),
        continuity_(&pool_, options_.accepts_set_back),
        cluster_(&pool_, options_.durability, &continuity_) {}

  Status Prepare() {
    const auto lease = TRY(PgLease::From(&pool_));
    TRY(PrepareTables(lease.get()));
    TRY(continuity_.FindTables(lease.get()));
    const auto channel =
        TRY(lease->Ask("SELECT 'orgreg_' || current_schema()::regnamespace::oid::text"));
    channel_ = channel.Bytes(0, 0);
    TRY(AskSummary(lease.get()));
    return {};
  }

  Result<std::unique_ptr<Snapshot>> Read() override {
    auto lease = TRY(PgLease::From(&pool_));
    lease->AddText("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // A page that is read ahead waits for whoever visits the one before it, as long as it may take.
    lease->AddText("SET LOCAL statement_timeout = '15min'");
    // This first read fixes the state that the transaction sees.
    TRY(continuity_.Check(lease.get()));
    const auto summary = TRY(AskSummary(lease.get()));
    // All that it sees was committed by now.
    TRY(AwaitHorizon(lease.get(), options_.durability));
    return std::unique_ptr<Snapshot>(std::make_unique<PgSnapshot>(std::move(lease), summary));
  }

  Result<std::unique_ptr<Writer>> Write() override {
    auto begun = TRY(Begin());
    return std::unique_ptr<Writer>(
        std::make_unique<PgWriter>(std::move(begun), options_, channel_));
  }

  Result<std::unique_ptr<Replica>> Adopt() override {
    auto begun = TRY(Begin());
    return std::unique_ptr<Replica>(
        std::make_unique<PgReplica>(std::move(begun), options_, channel_));
  }

  Status PutNote(const std::string& key, std::string_view text) override {
    const auto begun = TRY(Begin());
    AddNote(begun.lease.get(), key, text);
    begun.lease->Add("COMMIT");
    TRY(begun.lease->Send());
    return {};
  }

  Result<CommitId> Position() override {
    const auto lease = TRY(PgLease::From(&pool_));
    const auto summary = TRY(AskSummary(lease.get()));
    return summary.position;
  }

  Result<StateId> State() override {
    const auto lease = TRY(PgLease::From(&pool_));
    return StateIdOf(TRY(AskSummary(lease.get())));
  }

  Result<CommitId> AwaitCommit(CommitId after, milliseconds most,
                               const std::stop_token& stop) override {
    const auto end = Clock::now() + most;
    const auto lease = TRY(PgLease::From(&listeners_));
    // Before the first question, so that no commit comes between them.
    TRY(lease->Run("LISTEN " + channel_));
    while (true) {
      const auto summary = TRY(AskSummary(lease.get()));
      const bool is_over = stop.stop_requested() || Clock::now() >= end;
      if (summary.position > after || is_over) return summary.position;
      const auto next = std::min(end, Clock::now() + kLookInterval);
      while (Clock::now() < next && !stop.stop_requested()) {
        if (lease->AwaitNotice(kStopInterval)) break;
      }
    }
  }

  Status Check() override {
    const auto snapshot = TRY(Read());
    return static_cast<PgSnapshot*>(snapshot.get())->Check();
  }

  Status CopyTo(const std::string& path) override {
    const auto snapshot = TRY(Read());
    return CopySnapshot(snapshot.get(), path);
  }

  Status Wipe() override {
    TRY(CheckMayWrite());
    return WipeWithdrawn(&pool_);
  }

  Cluster* cluster() override { return &cluster_; }

 private:
  Status PrepareTables(PgConnection* connection) const {
    switch (mode_) {
      case OpenMode::kReadWriteCreate:
        return MakeTables(connection);
      case OpenMode::kUpgrade:
        return UpgradeTables(connection);
      case OpenMode::kReadOnly:
        break;
    }
    return CheckTables(connection);
  }

  Status CheckMayWrite() {
    if (mode_ != OpenMode::kReadOnly) return {};
    const auto lease = TRY(PgLease::From(&pool_));
    return lease->Fail(Code::kInvalid, "is open for reading only");
  }

  Result<PgBegun> Begin() {
    TRY(CheckMayWrite());
    return BeginToWrite(&pool_, options_, &continuity_);
  }

  const OpenMode mode_;
  const StoreOptions options_;
  PgPool pool_;
  PgPool listeners_;
  PgContinuity continuity_;
  PgCluster cluster_;
  std::string channel_;
};

}  // namespace

Result<std::unique_ptr<Store>> OpenPostgresql(const std::string& uri, OpenMode mode,
                                              StoreOptions options) {
  auto store = std::make_unique<PgStore>(uri, mode, std::move(options));
  TRY(store->Prepare());
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace orgreg::store
