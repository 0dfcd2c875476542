// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/begin.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/values/org_number.h"
#include "store/postgresql/horizon.h"
#include "store/postgresql_connections/parameters.h"
#include "store/postgresql_connections/result.h"
#include "store/postgresql_tables/commits.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Result;
using base::Status;

// How long a writer waits for another one before it reports that.
constexpr int kSilentWaitMs = 1000;
// 0 would be for ever.
constexpr int kShortestWaitMs = 1;
// More numbers are remembered as all.
constexpr std::size_t kMostNumbers = 10'000;

std::string ShownTime(int ms) {
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

// Adds what begins a transaction. The summary is read when the lock is held.
void AddBegin(PgConnection* connection, int wait_ms, int most_silent_ms, PgContinuity* continuity) {
  connection->AddText("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE");
  connection->AddText(
      fmt::format("SET LOCAL lock_timeout = {}", std::max(wait_ms, kShortestWaitMs)));
  connection->Add("SELECT id FROM writer WHERE id = 1 FOR UPDATE");
  // Only wiping locks a table, part by part.
  connection->AddText("SET LOCAL lock_timeout = '60s'");
  if (most_silent_ms > 0) {
    connection->AddText(
        fmt::format("SET LOCAL idle_in_transaction_session_timeout = {}", most_silent_ms));
  }
  continuity->AddQuestion(connection);
  connection->Add(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,"
      " current_setting('fsync') = 'on', current_setting('full_page_writes') = 'on',"
      " current_setting('synchronous_standby_names') <> ''");
  AddSummaryQuery(connection);
}

Status CheckServer(const PgConnection& connection, const PgResult& facts, Durability durability) {
  if (!facts.Bool(0, 1) || !facts.Bool(0, 2)) {
    return connection.Fail(Code::kInvalid,
                           "does not write to its disk safely: fsync and full_page_writes must be "
                           "on");
  }
  if (durability == Durability::kLocal || facts.Bool(0, 3)) return {};
  return connection.Fail(Code::kInvalid, kNoStandbys);
}

Result<PgBegun> BeginOn(PgPool* pool, int wait_ms, const StoreOptions& options,
                        PgContinuity* continuity, bool* is_locked) {
  auto lease = TRY(PgLease::From(pool));
  const auto began = std::chrono::steady_clock::now();
  AddBegin(lease.get(), wait_ms, options.most_silent_ms, continuity);
  const auto results = lease->Send();
  *is_locked = lease->sqlstate() == kLockNotAvailable;
  if (!results) return continuity->Explain(*lease, results.error());
  const PgResult& facts = (*results)[results->size() - 2];
  if ((*results)[2].rows() != 1) return lease->Corrupt("writer has no row");
  TRY(continuity->Judge(lease.get(), (*results)[results->size() - 3]));
  TRY(CheckServer(*lease, facts, options.durability));
  const auto summary = TRY(ReadSummary(*lease, results->back()));
  return PgBegun{.lease = std::move(lease),
                 .summary = summary,
                 .server_ms = facts.Integer(0, 0),
                 .began = began};
}

}  // namespace

Result<PgBegun> BeginToWrite(PgPool* pool, const StoreOptions& options, PgContinuity* continuity) {
  bool is_locked = false;
  const int patience_ms = std::min(options.busy_timeout_ms, kSilentWaitMs);
  auto begun = BeginOn(pool, patience_ms, options, continuity, &is_locked);
  if (begun || !is_locked) return begun;
  const int rest_ms = options.busy_timeout_ms - patience_ms;
  if (rest_ms > 0) {
    if (options.on_wait) options.on_wait();
    auto later = BeginOn(pool, rest_ms, options, continuity, &is_locked);
    if (later || !is_locked) return later;
  }
  const auto lease = TRY(PgLease::From(pool));
  return lease->Fail(Code::kUnavailable, "another writer is at work, and was not done after " +
                                             ShownTime(options.busy_timeout_ms));
}

void PgWithdrawals::Take(model::Kind kind, base::OrgNumber number) {
  OfKind& of = kinds_[model::IndexOf(kind)];
  if (of.is_all) return;
  of.numbers.insert(number);
  if (of.numbers.size() <= kMostNumbers) return;
  of.numbers.clear();
  of.is_all = true;
}

void PgWithdrawals::TakeAll() {
  for (OfKind& of : kinds_) of = {.is_all = true};
}

bool PgWithdrawals::is_empty() const {
  return std::ranges::all_of(kinds_,
                             [](const OfKind& of) { return !of.is_all && of.numbers.empty(); });
}

void PgWithdrawals::AddTo(PgConnection* connection, CommitId commit) const {
  if (is_empty()) return;
  PgArray tables(PgType::kInteger2);
  PgArray numbers(PgType::kInteger4);
  for (const model::Kind kind : model::kKinds) {
    const OfKind& of = kinds_[model::IndexOf(kind)];
    if (of.is_all) {
      tables.Add(static_cast<std::int64_t>(kind));
      numbers.AddNull();
    }
    for (const base::OrgNumber number : of.numbers) {
      tables.Add(static_cast<std::int64_t>(kind));
      numbers.Add(std::int64_t{number.value()});
    }
  }
  connection->Add(
      "INSERT INTO withdrawn (commit_id, transaction, tbl, number)"
      " SELECT $1::bigint, pg_current_xact_id(), u.tbl, u.number"
      " FROM unnest($2::smallint[], $3::integer[]) AS u(tbl, number)",
      PgParameters().Integer8(commit.value).Array(&tables).Array(&numbers));
}

Status CommitDurably(PgConnection* connection, CommitId commit, const std::string& channel,
                     Durability durability) {
  // What goes wrong before the commit is sent says nothing about it.
  TRY(connection->Receive());
  connection->Add("SELECT pg_notify($1::text, $2::text)",
                  PgParameters().Bytes(channel).Bytes(std::to_string(commit.value)));
  connection->Add("COMMIT");
  static_cast<void>(connection->TakeWarning());
  const auto results = connection->Send();
  if (!results && connection->is_lost()) {
    return connection->Fail(Code::kUnavailable,
                            "the connection was lost in the middle of a commit, which may exist or "
                            "not: send the batch again (" +
                                results.error().message + ")");
  }
  if (!results) return results.error();
  if (results->back().command() != "COMMIT")
    return connection->Fail(Code::kUnavailable, "the server has not committed the transaction");
  // The server warns if somebody has ended its wait for a standby.
  const bool is_doubtful = connection->TakeWarning() && durability == Durability::kReplicated;
  Status durable = is_doubtful ? connection->Fail(Code::kUnavailable, "the server warned")
                               : AwaitHorizon(connection, durability);
  if (durable) return {};
  return connection->Fail(Code::kUnavailable,
                          "a commit was made, but is not on enough standbys: send the batch again "
                          "(" +
                              durable.error().message + ")");
}

}  // namespace orgreg::store
