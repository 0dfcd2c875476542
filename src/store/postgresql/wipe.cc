// SPDX-License-Identifier: EUPL-1.2

// Rows that a reader may still see are kept by VACUUM FULL. So first nobody may have a snapshot
// from before the withdrawal.

#include "store/postgresql/wipe.h"

#include <fmt/format.h>

#include <chrono>
#include <set>
#include <string>
#include <string_view>

#include "model/kind.h"
#include "store/postgresql_tables/commits.h"
#include "store/postgresql_tables/schema.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Result;
using base::Status;

// Others wait behind a lock that is waited for.
constexpr std::string_view kLockTimeout = "200ms";
constexpr std::chrono::minutes kPatience(30);

// What may still see a row that transaction $1 removed: snapshots of this database, and standbys
// that say what they need. Of what the server does not show to this user, the worst is assumed.
constexpr std::string_view kHolders =
    "SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    "         AND pid <> pg_backend_pid() AND backend_xmin IS NOT NULL"
    "         AND age(backend_xmin) >= age($1::bigint::text::xid8::xid))"
    "  + (SELECT count(*) FROM pg_replication_slots WHERE xmin IS NOT NULL"
    "         AND age(xmin) >= age($1::bigint::text::xid8::xid))"
    "  + (SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()),"
    " (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    "         AND backend_type = 'client backend' AND state IS NULL AND pid <> pg_backend_pid())";

// The parts in which numbers of a table lie; NULL, if there are all. $1 the last commit.
constexpr std::string_view kParts =
    "SELECT w.tbl::bigint, p.part::bigint FROM (SELECT DISTINCT tbl, number FROM withdrawn"
    "   WHERE commit_id <= $1::bigint) w"
    " JOIN generate_series(0, $2::integer - 1) p(part) ON w.number IS NULL OR"
    "   satisfies_hash_partition(to_regclass(quote_ident(current_schema()) || '.change_patch'),"
    "                            $2::integer, p.part, w.number)"
    " GROUP BY 1, 2 ORDER BY 1, 2";

Status CheckHolders(PgConnection* connection, std::int64_t transaction) {
  const auto holders = TRY(connection->Ask(kHolders, PgParameters().Integer8(transaction)));
  if (holders.Integer(0, 1) > 0) {
    return connection->Fail(
        Code::kUnavailable,
        "does not show the readers of other users, so that what was withdrawn cannot be wiped: "
        "GRANT pg_monitor TO this user");
  }
  if (holders.Integer(0, 0) == 0) return {};
  return connection->Fail(Code::kUnavailable, "readers may still need what was withdrawn");
}

Result<std::set<std::string>> TablesToWipe(PgConnection* connection, CommitId withdrawn) {
  const auto parts =
      TRY(connection->Ask(kParts, PgParameters().Integer8(withdrawn.value).Integer4(kPgParts)));
  std::set<std::string> tables;
  for (int row = 0; row < parts.rows(); ++row) {
    const auto kind = static_cast<std::size_t>(parts.Integer(row, 0));
    if (kind >= model::kKindCount) return connection->Corrupt("withdrawn has an unknown table");
    const std::int64_t part = parts.Integer(row, 1);
    tables.insert(fmt::format("{}_p{}", model::kKindRows[kind].table, part));
    tables.insert(fmt::format("change_patch_p{}", part));
  }
  for (const model::KindRow& row : model::kKindRows) {
    if (!tables.empty() && model::NamesOthers(row.kind))
      tables.insert(fmt::format("{}_reference", row.table));
  }
  return tables;
}

Status Rewrite(PgConnection* connection, const std::set<std::string>& tables) {
  // Each in a transaction of its own.
  for (const std::string& table : tables) TRY(connection->Run("VACUUM (FULL) " + table));
  return {};
}

Status Wipe(PgConnection* connection, const Summary& summary) {
  const auto last = TRY(connection->Ask(
      "SELECT coalesce(max(transaction::text::bigint), 0) FROM withdrawn WHERE commit_id <= "
      "$1::bigint",
      PgParameters().Integer8(summary.withdrawn.value)));
  const std::int64_t transaction = last.Integer(0, 0);
  if (transaction > 0) TRY(CheckHolders(connection, transaction));
  const auto tables = TRY(TablesToWipe(connection, summary.withdrawn));
  TRY(Rewrite(connection, tables));
  Summary wiped = summary;
  wiped.wiped = summary.withdrawn;
  connection->AddText("BEGIN");
  AddMeta(connection, wiped);
  connection->Add("DELETE FROM withdrawn WHERE commit_id <= $1::bigint",
                  PgParameters().Integer8(summary.withdrawn.value));
  connection->AddText("COMMIT");
  TRY(connection->Send());
  return {};
}

}  // namespace

Status WipeWithdrawn(PgPool* pool) {
  auto connection = TRY(pool->Take());
  const auto summary = TRY(AskSummary(connection.get()));
  if (summary.wiped >= summary.withdrawn) {
    pool->Give(std::move(connection));
    return {};
  }
  // The connection is closed at the end, with these settings.
  connection->set_patience(kPatience);
  connection->AddText(fmt::format("SET lock_timeout = '{}'", kLockTimeout));
  connection->AddText("SET statement_timeout = 0");
  TRY(connection->Send());
  return Wipe(connection.get(), summary);
}

}  // namespace orgreg::store
