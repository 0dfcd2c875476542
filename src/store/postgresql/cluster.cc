// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/cluster.h"

#include <fmt/format.h>

#include <random>
#include <string_view>
#include <utility>

#include "store/postgresql/horizon.h"
#include "store/postgresql/lacking_tables.h"
#include "store/postgresql/server_facts.h"
#include "store/postgresql_connections/parameters.h"
#include "store/postgresql_connections/result.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Result;
using base::Status;

// What a process leaves behind is not taken for a living one: only a living one finds that its own
// row has become that of another.
constexpr std::string_view kNote =
    "WITH old AS (SELECT process FROM node WHERE name = $1::text), noted AS ("
    " INSERT INTO node AS n (name, process, build, position, wiped, lag_ms, seen)"
    "  VALUES ($1::text, $2::text, $3::text, $4::bigint, $5::bigint, nullif($6::bigint, -1),"
    "   clock_timestamp())"
    "  ON CONFLICT (name) DO UPDATE SET process = excluded.process, build = excluded.build,"
    "   position = excluded.position, wiped = excluded.wiped, lag_ms = excluded.lag_ms,"
    "   seen = excluded.seen, shared = CASE WHEN $7::bigint = 1 AND n.process <> excluded.process"
    "   THEN excluded.seen ELSE n.shared END)"
    " SELECT process <> $2::text FROM old";

// $1: for how long it is remembered that two processes shared a name.
constexpr std::string_view kNodes =
    "WITH now AS MATERIALIZED (SELECT clock_timestamp() AS at,"
    "  (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms),"
    " newest AS (SELECT withdrawn FROM commits ORDER BY id DESC LIMIT 1)"
    " SELECT n.name, n.build, n.position, n.wiped, n.lag_ms,"
    " (extract(epoch FROM now.at - n.seen) * 1000)::bigint,"
    " coalesce(now.at - n.shared < $1::bigint * interval '1 ms', false),"
    " now.ms - (SELECT c.time_ms FROM commits c WHERE c.id > n.position ORDER BY c.id LIMIT 1),"
    " now.ms - (SELECT min(c.time_ms) FROM commits c, newest"
    "  WHERE n.wiped < newest.withdrawn AND c.id > n.wiped AND c.withdrawn = c.id)"
    " FROM node n, now ORDER BY n.name COLLATE \"C\"";

constexpr std::string_view kTake =
    "INSERT INTO lease AS l (job, holder, epoch, until)"
    " VALUES ($1::text, $2::text, 1, clock_timestamp() + $3::bigint * interval '1 ms')"
    " ON CONFLICT (job) DO UPDATE SET holder = excluded.holder,"
    "  epoch = l.epoch + (l.holder <> excluded.holder)::integer,"
    "  until = clock_timestamp() + $3::bigint * interval '1 ms'"
    " WHERE l.until < clock_timestamp() OR l.holder = excluded.holder"
    " RETURNING epoch";

constexpr std::int64_t kSharedNameMs = 60'000;

std::string NewProcess() {
  std::random_device source;
  return fmt::format("{:08x}{:08x}", source(), source());
}

std::optional<std::int64_t> OptionalAt(const PgResult& rows, int row, int column) {
  if (rows.IsNull(row, column)) return std::nullopt;
  return rows.Integer(row, column);
}

}  // namespace

PgCluster::PgCluster(PgPool* pool, Durability durability, PgContinuity* continuity)
    : pool_(pool),
      durability_(durability),
      continuity_(continuity),
      process_(NewProcess()),
      usage_(pool) {}

// A failover may forget it: the next one follows soon. So no standby is waited for.
Result<bool> PgCluster::NoteNode(const NodeFacts& facts) {
  const auto lease = TRY(PgLease::From(pool_));
  lease->AddText("BEGIN");
  lease->AddText("SET LOCAL synchronous_commit = off");
  lease->Add(kNote, PgParameters()
                        .Bytes(facts.name)
                        .Bytes(process_)
                        .Bytes(facts.build)
                        .Integer8(facts.position.value)
                        .Integer8(facts.wiped.value)
                        .Integer8(facts.lag_ms.value_or(-1))
                        .Integer8(std::int64_t{has_noted_}));
  lease->AddText("COMMIT");
  const auto results = lease->Send();
  if (!results) return ErrorOfAddition(*lease, results.error());
  const PgResult& old = (*results)[2];
  const bool was_of_another = old.rows() == 1 && old.Bool(0, 0);
  return !(has_noted_.exchange(true) && was_of_another);
}

Status PgCluster::ForgetNode(const std::string& name) {
  const auto lease = TRY(PgLease::From(pool_));
  const auto gone = lease->Ask("DELETE FROM node WHERE name = $1::text RETURNING 1::bigint",
                               PgParameters().Bytes(name));
  if (!gone) return ErrorOfAddition(*lease, gone.error());
  if (gone->rows() == 1) return {};
  return lease->Fail(Code::kNotFound, "knows no node " + name);
}

Result<std::vector<NodeRow>> PgCluster::Nodes() {
  const auto lease = TRY(PgLease::From(pool_));
  const auto found = lease->Ask(kNodes, PgParameters().Integer8(kSharedNameMs));
  if (!found) return ErrorOfAddition(*lease, found.error());
  std::vector<NodeRow> nodes;
  nodes.reserve(static_cast<std::size_t>(found->rows()));
  for (int row = 0; row < found->rows(); ++row) {
    nodes.push_back({.facts = {.name = std::string(found->Bytes(row, 0)),
                               .build = std::string(found->Bytes(row, 1)),
                               .position = CommitId{found->Integer(row, 2)},
                               .wiped = CommitId{found->Integer(row, 3)},
                               .lag_ms = OptionalAt(*found, row, 4)},
                     .seen_ms = found->Integer(row, 5),
                     .is_shared = found->Bool(row, 6),
                     .behind_ms = OptionalAt(*found, row, 7),
                     .unwiped_ms = OptionalAt(*found, row, 8)});
  }
  return nodes;
}

Result<ServerFacts> PgCluster::Server() {
  const auto lease = TRY(PgLease::From(pool_));
  return AskServerFacts(lease.get());
}

// The time of this process begins before the question, so that it ends first.
Result<std::optional<Lease>> PgCluster::Take(const std::string& job,
                                             std::chrono::milliseconds most) {
  const auto lease = TRY(PgLease::From(pool_));
  const auto began = std::chrono::steady_clock::now();
  const auto taken = lease->Ask(
      kTake, PgParameters().Bytes(job).Bytes(process_).Integer8(std::int64_t{most.count()}));
  if (!taken) return ErrorOfAddition(*lease, taken.error());
  if (taken->rows() == 0) return std::optional<Lease>();
  TRY(AwaitHorizon(lease.get(), durability_));
  return std::optional(Lease{.epoch = taken->Integer(0, 0), .until = began + most});
}

Status PgCluster::GiveBack(const std::string& job) {
  const auto lease = TRY(PgLease::From(pool_));
  const auto given =
      lease->Ask("UPDATE lease SET until = '-infinity' WHERE job = $1::text AND holder = $2::text",
                 PgParameters().Bytes(job).Bytes(process_));
  return given ? Status() : Status(ErrorOfAddition(*lease, given.error()));
}

Status PgCluster::NoteSetBack(const SetBackNote& note) {
  const auto lease = TRY(PgLease::From(pool_));
  return AddSetBackNote(lease.get(), note);
}

Result<std::vector<SetBackNote>> PgCluster::SetBackNotes() {
  const auto lease = TRY(PgLease::From(pool_));
  return continuity_->Notes(lease.get());
}

Status PgCluster::EndSetBack() {
  const auto lease = TRY(PgLease::From(pool_));
  TRY(DropSetBackNotes(lease.get()));
  return AwaitHorizon(lease.get(), durability_);
}

}  // namespace orgreg::store
