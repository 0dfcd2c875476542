// SPDX-License-Identifier: EUPL-1.2

// The SQL of each version, the functions that finish a step, and Migrate, which takes the missing
// steps in one transaction.

#include "store/sqlite_tables/schema.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "store/checksum.h"
#include "store/receipt.h"
#include "store/sqlite_tables/commits.h"
#include "store/sqlite_tables/dictionary.h"
#include "store/sqlite_tables/rows.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

// The checksum of the first summary is that of forty zero bytes.
constexpr const char* kTables1 = R"sql(
    CREATE TABLE entity (
      number INTEGER PRIMARY KEY,
      state INTEGER NOT NULL,
      commit_id INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE TABLE sub_entity (
      number INTEGER PRIMARY KEY,
      state INTEGER NOT NULL,
      commit_id INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE TABLE meta (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      position INTEGER NOT NULL,
      entity_rows INTEGER NOT NULL,
      entity_sum INTEGER NOT NULL,
      sub_entity_rows INTEGER NOT NULL,
      sub_entity_sum INTEGER NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;
    INSERT INTO meta VALUES (1, 0, 0, 0, 0, 0, 1246898799889963689);
    )sql";

constexpr const char* kLogOfChanges2 = R"sql(
    CREATE TABLE commits (
      id INTEGER PRIMARY KEY,
      time_ms INTEGER NOT NULL,
      batch TEXT UNIQUE,
      digest INTEGER NOT NULL,
      last_change INTEGER NOT NULL,
      changes INTEGER NOT NULL,
      entity_rows INTEGER NOT NULL,
      entity_sum INTEGER NOT NULL,
      entity_unlogged INTEGER NOT NULL,
      sub_entity_rows INTEGER NOT NULL,
      sub_entity_sum INTEGER NOT NULL,
      sub_entity_unlogged INTEGER NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE change_log (
      id INTEGER PRIMARY KEY,
      tbl INTEGER NOT NULL,
      place INTEGER NOT NULL,
      commit_id INTEGER NOT NULL,
      number INTEGER NOT NULL,
      type INTEGER NOT NULL,
      time_ms INTEGER NOT NULL,
      place_sum INTEGER NOT NULL,
      patch_sum INTEGER NOT NULL,
      checksum INTEGER NOT NULL,
      forward TEXT,
      backward TEXT,
      UNIQUE (tbl, place)
    ) STRICT;
    CREATE INDEX change_log_by_number ON change_log (tbl, number, place);
    ALTER TABLE meta ADD COLUMN first_commit INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE meta ADD COLUMN last_change INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE meta ADD COLUMN time_ms INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE meta ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE meta ADD COLUMN wiped INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE meta ADD COLUMN entity_lines INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE meta ADD COLUMN entity_line_sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE meta ADD COLUMN entity_unlogged INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE meta ADD COLUMN sub_entity_lines INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE meta ADD COLUMN sub_entity_line_sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE meta ADD COLUMN sub_entity_unlogged INTEGER NOT NULL DEFAULT 0;
    )sql";

constexpr const char* kNotes5 = R"sql(
    CREATE TABLE note (
      key TEXT PRIMARY KEY,
      text TEXT NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;
    )sql";

// The tables of kinds that supplement an entity (model/kind.h). Checksums stay the same: an empty
// table does not count in them.
std::string Supplements(std::initializer_list<std::string_view> tables) {
  std::string sql;
  for (const std::string_view table : tables) {
    sql.append("CREATE TABLE ").append(table);
    sql.append(
        " (number INTEGER PRIMARY KEY, state INTEGER NOT NULL, commit_id INTEGER NOT NULL,"
        " checksum INTEGER NOT NULL, body TEXT NOT NULL) STRICT;");
    const auto add = [&](std::string_view to, std::string_view column) {
      sql.append("ALTER TABLE ").append(to).append(" ADD COLUMN ").append(table);
      sql.append(column).append(" INTEGER NOT NULL DEFAULT 0;");
    };
    for (const char* column : {"_rows", "_sum", "_lines", "_line_sum", "_unlogged"}) {
      add("meta", column);
    }
    for (const char* column : {"_rows", "_sum", "_unlogged"}) add("commits", column);
  }
  return sql;
}

// The organisations that a list of roles names, indexed in both directions: derived from `roles`.
constexpr const char* kReferences6 = R"sql(
    CREATE TABLE roles_reference (
      number INTEGER NOT NULL,
      named INTEGER NOT NULL,
      PRIMARY KEY (number, named)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX roles_reference_by_named ON roles_reference (named, number);
    INSERT INTO roles_reference
      SELECT DISTINCT roles.number,
             CAST(json_extract(role.value, '$.enhet.organisasjonsnummer') AS INTEGER)
      FROM roles, json_each(roles.body, '$.rollegrupper') AS role_group,
           json_each(role_group.value, '$.roller') AS role
      WHERE roles.body LIKE '%"enhet":%' AND json_valid(roles.body)
        AND json_extract(role.value, '$.enhet.organisasjonsnummer') IS NOT NULL;
    )sql";

// Bodies are packed: next to the body is its packed form, and the body is then empty. Rows keep
// their form until they are written again. `unpacked` is a function of src/store/extension.
std::string PackedBodies7() {
  std::string sql = "CREATE TABLE dictionary (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;";
  for (const std::string table : {"entity", "sub_entity", "roles", "voluntary", "party",
                                  "cadastral", "statements", "documents"}) {
    sql += "ALTER TABLE " + table + " ADD COLUMN packed BLOB;";
    sql += fmt::format(
        "CREATE VIEW {0}_text AS SELECT number, state, commit_id, checksum,"
        " CASE WHEN packed IS NULL THEN body ELSE"
        " unpacked(packed, (SELECT bytes FROM dictionary WHERE id = 1)) END AS body"
        " FROM {0};",
        table);
  }
  return sql;
}

// Checks the checksum that version 1 had in meta.
bool IsSound1(const Summary& summary, std::uint64_t checksum) {
  std::array<std::uint64_t, 1 + 2 * kFirstTableCount> words = {};
  std::size_t used = 0;
  words[used++] = static_cast<std::uint64_t>(summary.position.value);
  for (const Summary::OfTable& table : std::span(summary.tables).first(kFirstTableCount)) {
    words[used++] = table.rows;
    words[used++] = table.sum;
  }
  std::array<unsigned char, 8 * words.size()> bytes = {};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<unsigned char>(words[i / 8] >> (8 * (i % 8)));
  }
  return XXH3_64bits(bytes.data(), bytes.size()) == checksum;
}

// Version 1 kept no record of its commits except the current state, which becomes the record of the
// last one.
Status FinishLogOfChanges2(Connection* connection) {
  auto read = TRY(ReadSummaryUnverified(connection));
  Summary summary = read.summary;
  if (!IsSound1(summary, read.checksum)) {
    return connection->Corrupt("meta does not match its checksum");
  }
  if (summary.position.value == 0) return WriteSummary(connection, summary);
  summary.first_commit = summary.position;
  summary.withdrawn = summary.position;
  for (Summary::OfTable& table : std::span(summary.tables).first(kFirstTableCount)) {
    table.unlogged = summary.position;
  }
  TRY(WriteSummary(connection, summary));
  return WriteCommit(connection, RecordOf(summary));
}

struct Identity {
  std::int64_t application_id = 0;
  std::int64_t version = 0;
  bool is_blank = false;  // a file without content
};

Result<Identity> Identify(Connection* connection) {
  const auto application_id = connection->Integer("PRAGMA application_id");
  if (!application_id) return application_id.error();
  const auto version = TRY(connection->Integer("PRAGMA user_version"));
  const auto objects = TRY(connection->Integer("SELECT count(*) FROM sqlite_schema"));
  Identity identity{.application_id = *application_id, .version = version};
  identity.is_blank = *application_id == 0 && version == 0 && objects == 0;
  return identity;
}

Status CheckKind(const Identity& identity, std::int64_t newest, const std::string& path) {
  if (!identity.is_blank && identity.application_id != kApplicationId) {
    return Error{Code::kInvalid, "is a SQLite file, but not a store of this program"}.At(path);
  }
  if (identity.version > newest) {
    return Error{Code::kInvalid, "has schema version " + std::to_string(identity.version) +
                                     "; this program knows versions up to " +
                                     std::to_string(newest) + ", a newer one is needed"}
        .At(path);
  }
  if (!identity.is_blank && identity.version < 1) {
    return Error{Code::kCorrupt, "has no schema version"}.At(path);
  }
  return {};
}

Status MigrateInTransaction(Connection* connection, std::span<const Migration> migrations) {
  // Read again under the lock: another process may have been faster.
  const auto identity = TRY(Identify(connection));
  const auto newest = static_cast<std::int64_t>(migrations.size());
  TRY(CheckKind(identity, newest, connection->path()));
  const auto steps = migrations.subspan(static_cast<std::size_t>(identity.version));
  for (const Migration& step : steps) {
    TRY(connection->Run(step.sql));
  }
  // The final function of a step finds all tables in this program's version.
  for (const Migration& step : steps) {
    if (step.finish == nullptr) continue;
    TRY(step.finish(connection));
  }
  return connection->Run("PRAGMA application_id = " + std::to_string(kApplicationId) +
                         "; PRAGMA user_version = " + std::to_string(newest));
}

}  // namespace

std::span<const Migration> Migrations() {
  static const std::array migrations = std::to_array<Migration>({
      {.sql = kTables1},
      {.sql = kLogOfChanges2, .finish = FinishLogOfChanges2},
      {.sql = Supplements({"roles", "voluntary", "party", "cadastral"})},
      {.sql = Supplements({"statements", "documents"})},
      {.sql = kNotes5},
      {.sql = kReferences6},
      {.sql = PackedBodies7(), .finish = WriteDictionary},
  });
  return migrations;
}

Status CheckVersion(Connection* connection, std::span<const Migration> migrations) {
  const auto identity = TRY(Identify(connection));
  const auto newest = static_cast<std::int64_t>(migrations.size());
  TRY(CheckKind(identity, newest, connection->path()));
  if (identity.version == newest) return {};
  return Error{Code::kInvalid,
               "has schema version " + std::to_string(identity.version) + ", older than " +
                   std::to_string(newest) +
                   ": the next start of the server, import or apply upgrades it; "
                   "orgreg backup leaves it as it is, and makes a copy of version " +
                   std::to_string(newest)}
      .At(connection->path());
}

Result<bool> IsEarlier(Connection* connection, std::span<const Migration> migrations) {
  const auto identity = TRY(Identify(connection));
  const auto newest = static_cast<std::int64_t>(migrations.size());
  TRY(CheckKind(identity, newest, connection->path()));
  return !identity.is_blank && identity.version < newest;
}

Status Migrate(Connection* connection, std::span<const Migration> migrations) {
  const auto identity = TRY(Identify(connection));
  const auto newest = static_cast<std::int64_t>(migrations.size());
  TRY(CheckKind(identity, newest, connection->path()));
  // The usual case takes no lock, so that a running import does not delay an open.
  if (identity.version == newest) return {};
  TRY(connection->Run("BEGIN IMMEDIATE"));
  Status done = MigrateInTransaction(connection, migrations);
  if (done.ok()) done = connection->Run("COMMIT");
  // If the rollback fails, there is nothing to undo; the first error is reported.
  if (!done && connection->InTransaction()) static_cast<void>(connection->Run("ROLLBACK"));
  return done;
}

}  // namespace orgreg::store
