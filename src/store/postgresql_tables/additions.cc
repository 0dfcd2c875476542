// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql_tables/additions.h"

#include <array>
#include <string>
#include <string_view>

namespace orgreg::store {
namespace {

using base::Result;

// Whoever makes the tables knows that the database is what it was.
constexpr std::string_view kKnowTimeline =
    "INSERT INTO timeline"
    " SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint";

struct Addition {
  std::int64_t version = 0;
  std::string_view sql = {};
};

// In order of versions.
constexpr std::array kScript = {
    Addition{1, "CREATE TABLE addition (version bigint PRIMARY KEY)"},
    // Rows that change all the time and need no history: room for new versions in their pages.
    Addition{1,
             "CREATE TABLE node (name text PRIMARY KEY, process text NOT NULL, build text NOT NULL,"
             " position bigint NOT NULL, wiped bigint NOT NULL, lag_ms bigint,"
             " seen timestamptz NOT NULL, shared timestamptz) WITH (fillfactor = 50)"},
    Addition{
        1,
        "CREATE TABLE lease (job text PRIMARY KEY, holder text NOT NULL, epoch bigint NOT NULL,"
        " until timestamptz NOT NULL) WITH (fillfactor = 50)"},
    Addition{2,
             "CREATE TABLE shared_text (name text PRIMARY KEY, version bigint NOT NULL,"
             " body bytea NOT NULL)"},
    Addition{
        2,
        "CREATE TABLE audit_anchor (node text NOT NULL, sequence bigint NOT NULL,"
        " hash text NOT NULL, noted timestamptz NOT NULL, PRIMARY KEY (node, sequence, hash))"},
    Addition{3,
             "CREATE TABLE usage_part (run text NOT NULL, grouping bigint NOT NULL,"
             " quarter bigint NOT NULL, calls bigint NOT NULL, change bigint NOT NULL,"
             " counts bytea NOT NULL, PRIMARY KEY (run, grouping, quarter))"},
    Addition{3, "CREATE INDEX usage_part_change ON usage_part (change)"},
    Addition{3,
             "CREATE TABLE usage_change (id integer PRIMARY KEY CHECK (id = 1),"
             " origin text NOT NULL, newest bigint NOT NULL) WITH (fillfactor = 50)"},
    Addition{3, "INSERT INTO usage_change VALUES (1, gen_random_uuid()::text, 0)"},
    Addition{4, "CREATE TABLE timeline (id bigint PRIMARY KEY)"},
    Addition{4,
             "CREATE TABLE set_back (node text PRIMARY KEY, commit_id bigint NOT NULL,"
             " reason text NOT NULL)"},
    Addition{4, kKnowTimeline},
};

}  // namespace

Result<std::int64_t> AskAdditions(PgConnection* connection) {
  const auto there = TRY(connection->Ask(
      "SELECT to_regclass(quote_ident(current_schema()) || '.addition') IS NOT NULL"));
  if (!there.Bool(0, 0)) return 0;
  const auto found = TRY(connection->Ask("SELECT coalesce(max(version), 0) FROM addition"));
  return found.Integer(0, 0);
}

void AddAdditions(std::int64_t known, PgConnection* connection) {
  for (const Addition& addition : kScript) {
    if (addition.version > known) connection->AddText(std::string(addition.sql));
  }
  for (std::int64_t version = known + 1; version <= kPgAdditions; ++version)
    connection->AddText("INSERT INTO addition VALUES (" + std::to_string(version) + ")");
}

}  // namespace orgreg::store
