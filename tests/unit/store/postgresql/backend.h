// SPDX-License-Identifier: EUPL-1.2

// A store in a database of its own, for the tests.

#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "store/postgresql/store.h"
#include "unit/store/postgresql/server.h"
#include "unit/store/sqlite_backend.h"
#include "unit/store/store_fixture.h"

namespace orgreg::store {

// The damage of the suites where this layout has other tables or columns.
inline const std::map<std::string, std::string>& PgTranslations() {
  static const std::map<std::string, std::string> translations = {
      {"UPDATE change_log SET forward = 'x' WHERE id = 3",
       "UPDATE change_patch SET forward = 'x' WHERE id = 3"},
      {"UPDATE change_log SET forward = NULL WHERE id = 3",
       "UPDATE change_patch SET forward = NULL WHERE id = 3"},
      {"UPDATE change_log SET backward = 'x' WHERE id = 3",
       "UPDATE change_patch SET backward = 'x' WHERE id = 3"},
      {"UPDATE meta SET position = position + 1", "UPDATE meta SET first_commit = 2"},
      {"UPDATE meta SET entity_rows = 7", "UPDATE meta SET wiped = 7"},
      {"UPDATE meta SET sub_entity_sum = 7", "UPDATE meta SET schema = 7"},
      {"CREATE TABLE kept AS SELECT * FROM change_log",
       "CREATE TABLE kept AS SELECT l.*, p.forward, p.backward FROM change_log l"
       " JOIN change_patch p USING (id)"},
      {"UPDATE change_log SET (patch_sum, checksum, forward, backward) ="
       " (SELECT patch_sum, checksum, forward, backward FROM kept)",
       "WITH line AS (UPDATE change_log SET (patch_sum, checksum) ="
       " (SELECT patch_sum, checksum FROM kept) RETURNING id)"
       " INSERT INTO change_patch SELECT id, tbl, number, forward, backward FROM kept"},
  };
  return translations;
}

class PgBackend final : public TestBackend {
 public:
  explicit PgBackend(PgServer* server) : server_(server), database_(server->MakeStore()) {}
  ~PgBackend() override {
    server_->Run("postgres", "DROP DATABASE " + database_ + " WITH (FORCE)");
  }

  std::unique_ptr<Store> Open() override { return OpenWith({}); }
  std::unique_ptr<Store> OpenWith(StoreOptions options) {
    options.busy_timeout_ms = 50;
    options.clock_ms = [this] { return now_ms.load(); };
    auto store = OpenPostgresql(uri(), OpenMode::kReadWriteCreate, options);
    EXPECT_TRUE(store.ok()) << store.error().message;
    return std::move(store).value();
  }
  std::string CopyPath() override { return folder_.File("copy.db"); }
  std::unique_ptr<Store> OpenCopy() override {
    return OpenOrDie(CopyPath(),
                     {.busy_timeout_ms = 20, .clock_ms = [this] { return now_ms.load(); }});
  }
  void Tamper(const std::string& sql) override {
    const auto found = PgTranslations().find(sql);
    server_->Run(database_, found == PgTranslations().end() ? sql : found->second);
  }

  std::string uri() const { return server_->Uri(database_); }
  const std::string& database() const { return database_; }

 private:
  PgServer* server_;
  std::string database_;
  Folder folder_;
};

inline BackendFactory PgFactory() {
  return {.name = "Postgresql",
          .make = [] { return std::make_unique<PgBackend>(&PgServer::Shared()); }};
}

}  // namespace orgreg::store
