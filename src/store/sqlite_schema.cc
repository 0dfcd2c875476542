#include "store/sqlite_schema.h"

#include <array>
#include <string>

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

// The checksum of the first summary row is that of a Summary of zeros; a test keeps it so.
constexpr std::array<std::string_view, 1> kMigrations = {
    R"sql(
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
    )sql",
};

struct Identity {
  std::int64_t application_id = 0;
  std::int64_t version = 0;
  bool is_blank = false;  // a file with nothing in it yet
};

Result<Identity> Identify(Connection* connection) {
  const auto application_id = connection->Integer("PRAGMA application_id");
  if (!application_id) return application_id.error();
  const auto version = connection->Integer("PRAGMA user_version");
  if (!version) return version.error();
  const auto objects = connection->Integer("SELECT count(*) FROM sqlite_schema");
  if (!objects) return objects.error();
  Identity identity{.application_id = *application_id, .version = *version};
  identity.is_blank = *application_id == 0 && *version == 0 && *objects == 0;
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

Status MigrateInTransaction(Connection* connection, std::span<const std::string_view> migrations) {
  // Asked again under the lock: another process may have been quicker.
  const auto identity = Identify(connection);
  if (!identity) return identity.error();
  const auto newest = static_cast<std::int64_t>(migrations.size());
  if (Status kind = CheckKind(*identity, newest, connection->path()); !kind) return kind;
  for (const std::string_view step :
       migrations.subspan(static_cast<std::size_t>(identity->version))) {
    if (Status done = connection->Run(std::string(step)); !done) return done;
  }
  return connection->Run("PRAGMA application_id = " + std::to_string(kApplicationId) +
                         "; PRAGMA user_version = " + std::to_string(newest));
}

}  // namespace

std::span<const std::string_view> Migrations() { return kMigrations; }

Status CheckVersion(Connection* connection, std::span<const std::string_view> migrations) {
  const auto identity = Identify(connection);
  if (!identity) return identity.error();
  const auto newest = static_cast<std::int64_t>(migrations.size());
  if (Status kind = CheckKind(*identity, newest, connection->path()); !kind) return kind;
  if (identity->version == newest) return {};
  return Error{Code::kInvalid, "has schema version " + std::to_string(identity->version) +
                                   ", older than " + std::to_string(newest) +
                                   "; opening it once for writing upgrades it"}
      .At(connection->path());
}

Status Migrate(Connection* connection, std::span<const std::string_view> migrations) {
  const auto identity = Identify(connection);
  if (!identity) return identity.error();
  const auto newest = static_cast<std::int64_t>(migrations.size());
  if (Status kind = CheckKind(*identity, newest, connection->path()); !kind) return kind;
  // The usual case takes no lock, so that a running import does not delay an open.
  if (identity->version == newest) return {};
  if (Status begun = connection->Run("BEGIN IMMEDIATE"); !begun) return begun;
  Status done = MigrateInTransaction(connection, migrations);
  if (done.ok()) done = connection->Run("COMMIT");
  // A failed rollback has nothing to undo; the first error is the one to tell.
  if (!done && connection->InTransaction()) static_cast<void>(connection->Run("ROLLBACK"));
  return done;
}

}  // namespace orgreg::store
