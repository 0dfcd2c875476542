// SPDX-License-Identifier: EUPL-1.2

// A SQLite store in a folder of its own, for the tests.

#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "store/sqlite/store.h"
#include "store/sqlite_connections/connection.h"
#include "unit/store/store_fixture.h"

namespace orgreg::store {

// A folder for each test, deleted afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "orgreg-store-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string File(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string Content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void WriteContent(const std::filesystem::path& path, std::string_view content) {
  std::ofstream(path, std::ios::binary) << content;
}

inline bool AnyFileHolds(const Folder& folder, const std::string& text) {
  for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
    if (Content(file.path()).find(text) != std::string::npos) return true;
  }
  return false;
}

inline void RunSql(const std::string& path, const std::string& sql) {
  const auto connection = Connection::Open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  ASSERT_TRUE(connection.ok()) << connection.error().message;
  const base::Status run = (*connection)->Run(sql);
  ASSERT_TRUE(run.ok()) << run.error().message;
}

inline std::int64_t AskSql(const std::string& path, const std::string& sql) {
  const auto connection = Connection::Open(path, SQLITE_OPEN_READWRITE);
  return *(*connection)->Integer(sql);
}

inline const StoreOptions kImpatient = {.busy_timeout_ms = 20};

inline std::unique_ptr<Store> OpenOrDie(const std::string& path,
                                        const StoreOptions& options = kImpatient) {
  auto store = OpenSqlite(path, OpenMode::kReadWriteCreate, options);
  EXPECT_TRUE(store.ok()) << store.error().message;
  return std::move(store).value();
}

inline void CommitOne(Store* store, const RowView& row) {
  auto writer = store->Write();
  ASSERT_TRUE(writer.ok()) << writer.error().message;
  ASSERT_TRUE((*writer)->Put(Kind::kEntity, row).ok());
  ASSERT_TRUE((*writer)->Commit().ok());
}

class SqliteBackend final : public TestBackend {
 public:
  std::unique_ptr<Store> Open() override { return OpenAt("register.db"); }
  std::string CopyPath() override { return folder_.File("copy.db"); }
  std::unique_ptr<Store> OpenCopy() override { return OpenAt("copy.db"); }
  void Tamper(const std::string& sql) override { RunSql(folder_.File("register.db"), sql); }

 private:
  std::unique_ptr<Store> OpenAt(const std::string& name) {
    return OpenOrDie(folder_.File(name),
                     {.busy_timeout_ms = 20, .clock_ms = [this] { return now_ms.load(); }});
  }

  Folder folder_;
};

inline BackendFactory SqliteFactory() {
  return {.name = "Sqlite", .make = [] { return std::make_unique<SqliteBackend>(); }};
}

}  // namespace orgreg::store
