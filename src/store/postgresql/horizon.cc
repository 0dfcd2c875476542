// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/horizon.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

namespace orgreg::store {
namespace {

using base::Code;
using base::Status;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kShortestPause(1);
constexpr milliseconds kLongestPause(50);
constexpr std::chrono::seconds kPatience(10);

// How many standbys must have the server's WAL up to $1 (empty: to now), and how many do: of the
// names "2 (a, b)", "FIRST 2 (a, b)" and "ANY 2 (a, b)" two, of "a, b" one.
constexpr std::string_view kStandbys =
    "WITH goal AS MATERIALIZED"
    " (SELECT coalesce(nullif($1::text, '')::pg_lsn, pg_current_wal_flush_lsn()) AS lsn)"
    " SELECT current_setting('synchronous_standby_names') <> '',"
    " coalesce((regexp_match(current_setting('synchronous_standby_names'),"
    "   '^\\s*(?:(?:any|first)\\s+)?(\\d+)\\s*\\(', 'i'))[1]::bigint, 1),"
    " (SELECT count(*) FROM pg_stat_replication, goal"
    "   WHERE sync_state IN ('sync', 'quorum') AND flush_lsn >= goal.lsn),"
    " (SELECT count(*) FROM pg_stat_replication WHERE state IS NULL),"
    " (SELECT lsn::text FROM goal)";

}  // namespace

Status AwaitHorizon(PgConnection* connection, Durability durability) {
  if (durability == Durability::kLocal) return {};
  const auto end = Clock::now() + kPatience;
  std::string goal;
  for (milliseconds pause = kShortestPause;; pause = std::min(2 * pause, kLongestPause)) {
    const auto found = TRY(connection->Ask(kStandbys, PgParameters().Bytes(goal)));
    if (!found.Bool(0, 0)) return connection->Fail(Code::kInvalid, kNoStandbys);
    if (found.Integer(0, 3) > 0) {
      return connection->Fail(Code::kInvalid,
                              "does not show its standbys to this user: GRANT pg_monitor TO it");
    }
    if (found.Integer(0, 2) >= found.Integer(0, 1)) return {};
    if (Clock::now() >= end) {
      return connection->Fail(Code::kUnavailable,
                              "its synchronous standbys do not have the newest commits yet");
    }
    goal = found.Bytes(0, 4);
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace orgreg::store
