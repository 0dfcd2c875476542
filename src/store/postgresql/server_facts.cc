// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql/server_facts.h"

#include <string>
#include <string_view>

#include "store/postgresql/continuity.h"
#include "store/postgresql_connections/result.h"

namespace orgreg::store {
namespace {

using base::Result;

// The file of the log has the timeline as its first eight digits. Patroni's own connections have
// its name. The number of standbys is that of the horizon (horizon.cc).
constexpr std::string_view kFacts =
    "SELECT coalesce(host(inet_server_addr()) || ':' || inet_server_port(), ''),"
    " current_setting('server_version'),"
    " ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint,"
    " current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on',"
    " current_setting('synchronous_standby_names'),"
    " CASE WHEN current_setting('synchronous_standby_names') = '' THEN 0 ELSE"
    "  coalesce((regexp_match(current_setting('synchronous_standby_names'),"
    "   '^\\s*(?:(?:any|first)\\s+)?(\\d+)\\s*\\(', 'i'))[1]::bigint, 1) END,"
    " EXISTS (SELECT FROM pg_stat_activity WHERE application_name ILIKE 'patroni%'),"
    " (SELECT count(*) FROM pg_replication_slots),"
    " pg_size_bytes(current_setting('wal_keep_size')),"
    " pg_size_bytes(current_setting('max_slot_wal_keep_size'))";

constexpr std::string_view kStandbys =
    "SELECT coalesce(application_name, ''), coalesce(host(client_addr), ''), coalesce(state, ''),"
    " coalesce(sync_state, ''),"
    " greatest(coalesce(pg_wal_lsn_diff(pg_current_wal_flush_lsn(), flush_lsn), 0), 0)::bigint"
    " FROM pg_stat_replication ORDER BY application_name, pid";

constexpr std::string_view kRegister =
    "SELECT coalesce(c.id, 0), (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    "  - (SELECT min(o.time_ms) FROM commits o WHERE m.wiped < c.withdrawn AND o.id > m.wiped"
    "      AND o.withdrawn = o.id)"
    " FROM meta m LEFT JOIN LATERAL (SELECT id, withdrawn FROM commits ORDER BY id DESC LIMIT 1) c"
    "  ON true WHERE m.id = 1";

}  // namespace

Result<ServerFacts> AskServerFacts(PgConnection* connection) {
  connection->Add(kFacts);
  connection->Add(kStandbys);
  connection->Add(kRegister);
  const auto results = TRY(connection->Send());
  const PgResult& one = results[0];
  const PgResult& standbys = results[1];
  const PgResult& state = results[2];
  if (state.rows() != 1) return connection->Corrupt("meta has no row");
  ServerFacts facts = {.address = std::string(one.Bytes(0, 0)),
                       .version = std::string(one.Bytes(0, 1)),
                       .timeline = one.Integer(0, 2),
                       .is_safe = one.Bool(0, 3),
                       .synchronous_standbys = std::string(one.Bytes(0, 4)),
                       .needed_standbys = one.Integer(0, 5),
                       .has_patroni = one.Bool(0, 6),
                       .slots = one.Integer(0, 7),
                       .kept_bytes = one.Integer(0, 8),
                       .kept_for_slots = one.Integer(0, 9),
                       .position = CommitId{state.Integer(0, 0)}};
  facts.restore_settings = TRY(AskRestoreSettings(connection));
  if (!state.IsNull(0, 1)) facts.unwiped_ms = state.Integer(0, 1);
  for (int row = 0; row < standbys.rows(); ++row) {
    facts.standbys.push_back({.name = std::string(standbys.Bytes(row, 0)),
                              .address = std::string(standbys.Bytes(row, 1)),
                              .state = std::string(standbys.Bytes(row, 2)),
                              .sync_state = std::string(standbys.Bytes(row, 3)),
                              .behind_bytes = standbys.Integer(row, 4)});
  }
  return facts;
}

}  // namespace orgreg::store
