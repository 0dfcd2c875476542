// SPDX-License-Identifier: EUPL-1.2

// Every table is made by one transaction, or none is.

#include "store/postgresql_tables/schema.h"

#include <fmt/format.h>

#include <vector>

#include "model/kind.h"
#include "store/checksum.h"
#include "store/postgresql_tables/additions.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Result;
using base::Status;

// A part is small enough that it is vacuumed soon after it has changed, and leaves room in its
// pages, so that a changed row needs no new entry in the index.
constexpr std::string_view kPartOptions =
    "WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02,"
    " autovacuum_vacuum_threshold = 1000)";
// Held while tables are made: the letters ORGR.
constexpr std::string_view kLock = "SELECT pg_advisory_xact_lock(1330792274)";

void AddParted(const std::string& name, const std::string& columns,
               std::vector<std::string>* script) {
  script->push_back(fmt::format("CREATE TABLE {} ({}) PARTITION BY HASH (number)", name, columns));
  for (int part = 0; part < kPgParts; ++part) {
    script->push_back(fmt::format(
        "CREATE TABLE {0}_p{1} PARTITION OF {0} FOR VALUES WITH (MODULUS {2}, REMAINDER {1}) {3}",
        name, part, kPgParts, kPartOptions));
  }
}

void AddRows(const model::KindRow& row, std::vector<std::string>* script) {
  AddParted(std::string(row.table),
            "number integer PRIMARY KEY, state smallint NOT NULL, commit_id bigint NOT NULL,"
            " checksum bigint NOT NULL, body bytea COMPRESSION lz4 NOT NULL",
            script);
  // For people's tools.
  script->push_back(
      fmt::format("CREATE VIEW {0}_text AS SELECT number, state, commit_id,"
                  " convert_from(nullif(body, ''), 'UTF8')::jsonb AS record FROM {0}",
                  row.table));
  if (!model::NamesOthers(row.kind)) return;
  script->push_back(
      fmt::format("CREATE TABLE {}_reference (number integer NOT NULL, named integer NOT NULL,"
                  " PRIMARY KEY (number, named))",
                  row.table));
  script->push_back(fmt::format(
      "CREATE INDEX {0}_reference_by_named ON {0}_reference (named, number)", row.table));
}

std::string CommitsTable() {
  std::string sql =
      "CREATE TABLE commits (id bigint PRIMARY KEY, time_ms bigint NOT NULL, batch bytea UNIQUE,"
      " digest bigint NOT NULL, last_change bigint NOT NULL, changes bigint NOT NULL";
  for (const model::KindRow& row : model::kKindRows) {
    for (const char* column : {"rows", "sum", "unlogged", "lines", "line_sum", "load"})
      sql += fmt::format(", {}_{} bigint NOT NULL DEFAULT 0", row.table, column);
  }
  return sql +
         ", checksum bigint NOT NULL, withdrawn bigint NOT NULL DEFAULT 0,"
         " summary_checksum bigint NOT NULL DEFAULT 0)";
}

constexpr std::string_view kMeta =
    "CREATE TABLE meta (id integer PRIMARY KEY CHECK (id = 1), schema integer NOT NULL,"
    " first_commit bigint NOT NULL, wiped bigint NOT NULL, checksum bigint NOT NULL)";
constexpr std::string_view kChangeLog =
    "CREATE TABLE change_log (id bigint PRIMARY KEY, tbl smallint NOT NULL,"
    " place bigint NOT NULL, commit_id bigint NOT NULL, number integer NOT NULL,"
    " type smallint NOT NULL, time_ms bigint NOT NULL, place_sum bigint NOT NULL,"
    " patch_sum bigint NOT NULL, checksum bigint NOT NULL, UNIQUE (tbl, place))";
// What a commit withdrew and Wipe has to overwrite; without a number, all of the table. The
// transaction must be over for every reader first.
constexpr std::string_view kWithdrawn =
    "CREATE TABLE withdrawn (commit_id bigint NOT NULL, transaction xid8 NOT NULL,"
    " tbl smallint NOT NULL, number integer)";

std::vector<std::string> Script1() {
  std::vector<std::string> script = {
      std::string(kMeta),
      // Whoever writes holds its row.
      "CREATE TABLE writer (id integer PRIMARY KEY CHECK (id = 1))",
      "INSERT INTO writer VALUES (1)",
      CommitsTable(),
      std::string(kChangeLog),
      "CREATE INDEX change_log_by_number ON change_log (tbl, number, place)",
      "CREATE TABLE note (key bytea PRIMARY KEY, text bytea NOT NULL, checksum bigint NOT NULL)",
      std::string(kWithdrawn),
  };
  AddParted("change_patch",
            "id bigint NOT NULL, tbl smallint NOT NULL, number integer NOT NULL,"
            " forward bytea COMPRESSION lz4, backward bytea COMPRESSION lz4,"
            " PRIMARY KEY (number, id)",
            &script);
  for (const model::KindRow& row : model::kKindRows) AddRows(row, &script);
  script.push_back(fmt::format("INSERT INTO meta VALUES (1, {}, 1, 0, {})", kPgSchema,
                               static_cast<std::int64_t>(SummaryChecksum(Summary()))));
  return script;
}

// Whether there is a table `meta`; kInvalid if it is not ours, or no schema can hold it.
Result<bool> HasTables(PgConnection* connection) {
  const auto found = TRY(connection->Ask(
      "SELECT current_schema() IS NOT NULL,"
      " EXISTS (SELECT FROM pg_class WHERE relname = 'meta'"
      "         AND relnamespace = current_schema()::regnamespace),"
      " EXISTS (SELECT FROM pg_attribute WHERE attname = 'first_commit' AND attrelid ="
      "         to_regclass(quote_ident(current_schema()) || '.meta'))"));
  if (!found.Bool(0, 0)) {
    return connection->Fail(Code::kInvalid,
                            "there is no schema for the tables: the search_path of the user names "
                            "none that exists");
  }
  const bool is_there = found.Bool(0, 1);
  if (is_there && !found.Bool(0, 2))
    return connection->Fail(Code::kInvalid, "holds tables of another program");
  return is_there;
}

Status MakeInTransaction(PgConnection* connection) {
  connection->AddText("BEGIN");
  connection->AddText(std::string(kLock));
  TRY(connection->Send());
  // Another process may have been faster.
  const bool is_there = TRY(HasTables(connection));
  if (is_there) return connection->Run("COMMIT");
  for (const std::string& sql : Script1()) connection->AddText(sql);
  AddAdditions(0, connection);
  connection->AddText("COMMIT");
  const auto made = connection->Send();
  if (made) return {};
  // 42P07: a table of that name is there.
  if (connection->sqlstate() == "42P07")
    return connection->Fail(Code::kInvalid, "holds tables of another program");
  return made.error();
}

// Makes tables only, so that nobody who uses those that exist waits.
Status UpgradeInTransaction(PgConnection* connection) {
  connection->AddText("BEGIN");
  connection->AddText(std::string(kLock));
  TRY(connection->Send());
  const std::int64_t known = TRY(AskAdditions(connection));
  if (known >= kPgAdditions) return connection->Run("ROLLBACK");
  AddAdditions(known, connection);
  connection->AddText("COMMIT");
  TRY(connection->Send());
  return {};
}

}  // namespace

Status CheckSchema(const PgConnection& connection, std::int64_t version) {
  if (version == kPgSchema) return {};
  if (version > kPgSchema) {
    return connection.Fail(Code::kInvalid,
                           fmt::format("has schema version {}; this program knows versions up to "
                                       "{}, a newer one is needed",
                                       version, kPgSchema));
  }
  return connection.Fail(
      Code::kInvalid,
      fmt::format("has schema version {}, older than {}: upgrade it with orgreg store upgrade",
                  version, kPgSchema));
}

Status MakeTables(PgConnection* connection) {
  const bool is_there = TRY(HasTables(connection));
  if (is_there) return {};
  Status made = MakeInTransaction(connection);
  if (!made && !connection->is_lost() && connection->InTransaction())
    static_cast<void>(connection->Run("ROLLBACK"));
  return made;
}

Status CheckTables(PgConnection* connection) {
  const bool is_there = TRY(HasTables(connection));
  if (is_there) return {};
  return connection->Fail(Code::kNotFound, "there is no store");
}

// There is no earlier version of the schema yet, so what it may lack are additions.
Status UpgradeTables(PgConnection* connection) {
  TRY(CheckTables(connection));
  const auto found = TRY(connection->Ask("SELECT schema::bigint FROM meta WHERE id = 1"));
  if (found.rows() != 1) return connection->Corrupt("meta has no row");
  TRY(CheckSchema(*connection, found.Integer(0, 0)));
  Status upgraded = UpgradeInTransaction(connection);
  if (!upgraded && !connection->is_lost() && connection->InTransaction())
    static_cast<void>(connection->Run("ROLLBACK"));
  return upgraded;
}

}  // namespace orgreg::store
