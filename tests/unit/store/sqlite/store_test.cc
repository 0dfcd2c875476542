// SPDX-License-Identifier: EUPL-1.2

#include "store/sqlite/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "store/packing/packed_text.h"
#include "store/sqlite_connections/connection.h"
#include "store/sqlite_tables/schema.h"
#include "unit/store/sqlite_backend.h"
#include "unit/store/store_suite.h"

namespace orgreg::store {
namespace {

namespace fs = std::filesystem;

std::vector<std::pair<BackendFactory, std::string>> SqliteDamage() {
  std::vector<std::pair<BackendFactory, std::string>> damage;
  for (const std::string& sql : RowDamage()) damage.emplace_back(SqliteFactory(), sql);
  return damage;
}

INSTANTIATE_TEST_SUITE_P(Sqlite, StoreSuite, testing::Values(SqliteFactory()));
INSTANTIATE_TEST_SUITE_P(Sqlite, StoreDamage, testing::ValuesIn(SqliteDamage()));

TEST(OpenSqlite, MakesFilesThatOnlyTheOwnerMayRead) {
  const Folder folder;
  const auto store = OpenOrDie(folder.File("register.db"));
  CommitOne(store.get(), Live(1, "a"));
  int files = 0;
  for (const auto& file : fs::directory_iterator(folder.path())) {
    struct stat status = {};
    ASSERT_EQ(stat(file.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U) << file.path();
    ++files;
  }
  EXPECT_EQ(files, 4) << "the store, its log, the index of the log, the witness";
}

TEST(OpenSqlite, LeavesNoLogWhenClosed) {
  const Folder folder;
  {
    const auto store = OpenOrDie(folder.File("register.db"));
    CommitOne(store.get(), Live(1, "a"));
    ASSERT_TRUE(store->Read().ok());
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2) << "and the witness";
}

TEST(OpenSqlite, LeavesNoLogWhenClosedAfterWiping) {
  const Folder folder;
  {
    const auto store = OpenOrDie(folder.File("register.db"));
    CommitOne(store.get(), Live(1, "a"));
    ASSERT_TRUE(store->Read().ok());
    ASSERT_TRUE(store->Wipe().ok());
    ASSERT_TRUE(store->Read().ok());
  }
  EXPECT_FALSE(fs::exists(folder.File("register.db-wal")));
}

TEST(OpenSqlite, ReadingAMissingFileFailsAndMakesNone) {
  const Folder folder;
  const auto store = OpenSqlite(folder.File("none.db"), OpenMode::kReadOnly);
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().code, base::Code::kNotFound);
  EXPECT_THAT(store.error().message, HasSubstr("none.db"));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(OpenSqlite, RefusesPathsThatCannotHoldAStore) {
  const Folder folder;
  const std::array<std::string, 3> paths = {"", folder.path().string(),
                                            folder.File("no/such/folder/register.db")};
  for (const std::string& path : paths) {
    EXPECT_FALSE(OpenSqlite(path, OpenMode::kReadWriteCreate).ok()) << path;
    EXPECT_FALSE(OpenSqlite(path, OpenMode::kReadOnly).ok()) << path;
  }
}

TEST(OpenSqlite, LeavesAFileOfSomethingElseAlone) {
  const Folder folder;
  const std::string path = folder.File("notes.txt");
  WriteContent(path, std::string(5000, 'n'));
  for (const OpenMode mode : {OpenMode::kReadWriteCreate, OpenMode::kReadOnly}) {
    const auto store = OpenSqlite(path, mode);
    ASSERT_FALSE(store.ok());
    EXPECT_EQ(store.error().code, base::Code::kCorrupt);
  }
  EXPECT_EQ(Content(path), std::string(5000, 'n'));
}

TEST(OpenSqlite, LeavesADatabaseOfSomethingElseAlone) {
  const Folder folder;
  const std::string path = folder.File("other.db");
  RunSql(path, "CREATE TABLE invoices (id INTEGER)");
  const std::string before = Content(path);
  for (const OpenMode mode : {OpenMode::kReadWriteCreate, OpenMode::kReadOnly}) {
    const auto store = OpenSqlite(path, mode);
    ASSERT_FALSE(store.ok());
    EXPECT_EQ(store.error().code, base::Code::kInvalid);
    EXPECT_THAT(store.error().message, HasSubstr("not a store of this program"));
  }
  EXPECT_EQ(Content(path), before);
}

// A store of an earlier version; tests/data/README.md says what is in the files.
std::string UnpackStore(const Folder& folder, const std::string& name) {
  std::string path = folder.File("register.db");
  const std::string unpack =
      std::string("gzip -dc ") + ORGREG_TEST_DATA "/stores/" + name + " > " + path;
  EXPECT_EQ(std::system(unpack.c_str()), 0);
  return path;
}

// Puts a row into the table, and logs it.
void PutOne(store::Store* store, Kind kind) {
  auto writer = store->Write();
  ASSERT_TRUE(writer.ok());
  const base::OrgNumber number(925233358);
  ASSERT_TRUE((*writer)->Put(kind, {.number = number, .body = "{}"}).ok());
  if (model::NamesOthers(kind)) {
    ASSERT_TRUE((*writer)->SetReferences(kind, number, {}).ok());
  }
  ASSERT_TRUE((*writer)->Log({.kind = kind, .number = number}).ok());
  ASSERT_TRUE((*writer)->Commit().ok());
}

TEST(OpenSqlite, BringsAStoreOfVersionTwoForward) {
  const Folder folder;
  const std::string path = UnpackStore(folder, "version-2.db.gz");
  const auto store = OpenOrDie(path);
  EXPECT_EQ(AskSql(path, "PRAGMA user_version"), 7);
  ASSERT_TRUE(store->Check().ok());
  auto snapshot = store->Read();
  ASSERT_TRUE(snapshot.ok());
  EXPECT_EQ((*snapshot)->position(), CommitId{3});
  EXPECT_EQ((*snapshot)->Describe(Kind::kEntity).rows, 5U);
  EXPECT_EQ((*snapshot)->Describe(Kind::kRoles).rows, 0U);
  EXPECT_EQ((*snapshot)->last_change(), 2);
  PutOne(store.get(), Kind::kRoles);
  EXPECT_TRUE(store->Check().ok());
}

TEST(OpenSqlite, BringsAStoreOfVersionThreeForward) {
  const Folder folder;
  const std::string path = UnpackStore(folder, "version-3.db.gz");
  ASSERT_EQ(AskSql(path, "PRAGMA user_version"), 3);
  const auto store = OpenOrDie(path);
  EXPECT_EQ(AskSql(path, "PRAGMA user_version"), 7);
  ASSERT_TRUE(store->Check().ok());
  auto snapshot = store->Read();
  ASSERT_TRUE(snapshot.ok());
  EXPECT_EQ((*snapshot)->position(), CommitId{3});
  EXPECT_EQ((*snapshot)->Describe(Kind::kEntity).rows, 2U);
  EXPECT_EQ((*snapshot)->Describe(Kind::kParty).rows, 4U);
  EXPECT_EQ((*snapshot)->Describe(Kind::kStatements).rows, 0U);
  EXPECT_EQ((*snapshot)->last_change(), 1);
  PutOne(store.get(), Kind::kStatements);
  PutOne(store.get(), Kind::kDocuments);
  EXPECT_TRUE(store->Check().ok());
}

TEST(OpenSqlite, BringsAStoreOfVersionFourForward) {
  const Folder folder;
  const std::string path = UnpackStore(folder, "version-4.db.gz");
  ASSERT_EQ(AskSql(path, "PRAGMA user_version"), 4);
  const auto store = OpenOrDie(path);
  EXPECT_EQ(AskSql(path, "PRAGMA user_version"), 7);
  ASSERT_TRUE(store->Check().ok());
  EXPECT_EQ(*store->Position(), CommitId{2});
  auto snapshot = store->Read();
  ASSERT_TRUE(snapshot.ok());
  EXPECT_EQ(*(*snapshot)->FindNote("import entities"), std::nullopt);
  ASSERT_TRUE(store->PutNote("import entities", "a").ok());
  EXPECT_TRUE(store->Check().ok());
}

// Version 6 added the organisations that lists of roles name.
std::string MakeVersionFive(const Folder& folder) {
  std::string path = UnpackStore(folder, "version-6.db.gz");
  RunSql(path, "DROP TABLE roles_reference; PRAGMA user_version = 5");
  return path;
}

TEST(OpenSqlite, BringsAStoreOfVersionFiveForward) {
  const Folder folder;
  const std::string path = MakeVersionFive(folder);
  const auto store = OpenOrDie(path);
  EXPECT_EQ(AskSql(path, "PRAGMA user_version"), 7);
  EXPECT_EQ(AskSql(path, "SELECT count(*) FROM roles_reference"), 0);
  ASSERT_TRUE(store->Check().ok());
  PutOne(store.get(), Kind::kRoles);
  EXPECT_TRUE(store->Check().ok());
}

// Copies the store, and expects that it stays as it is and that the copy is whole.
void ExpectCopied(const Folder& folder, const std::string& path) {
  const std::string before = Content(path);
  const std::string copy = folder.File("copy.db");
  const base::Status copied = CopySqlite(path, copy);
  ASSERT_TRUE(copied.ok()) << copied.error().message;
  EXPECT_EQ(Content(path), before);
  EXPECT_EQ(AskSql(copy, "PRAGMA user_version"), 7);
  EXPECT_FALSE(fs::exists(copy + "-wal"));
  const auto store = OpenSqlite(copy, OpenMode::kReadOnly);
  ASSERT_TRUE(store.ok()) << store.error().message;
  EXPECT_TRUE((*store)->Check().ok());
}

TEST(CopySqlite, LeavesAStoreOfAnEarlierVersionAsItIs) {
  for (const char* name :
       {"version-2.db.gz", "version-3.db.gz", "version-4.db.gz", "version-6.db.gz"}) {
    const Folder folder;
    ExpectCopied(folder, UnpackStore(folder, name));
  }
  const Folder folder;
  ExpectCopied(folder, MakeVersionFive(folder));
}

TEST(CopySqlite, TakesTheLogOfAStoreOfAnEarlierVersion) {
  const Folder folder;
  const std::string path = UnpackStore(folder, "version-6.db.gz");
  const auto writer = Connection::Open(path, SQLITE_OPEN_READWRITE);
  ASSERT_TRUE((*writer)->Run("CREATE TABLE in_the_log (id INTEGER)").ok());
  ExpectCopied(folder, path);
  EXPECT_EQ(AskSql(folder.File("copy.db"), "SELECT count(*) FROM in_the_log"), 0);
}

TEST(CopySqlite, RefusesAStoreOfALaterVersionAndOtherFiles) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  OpenOrDie(path).reset();
  RunSql(path, "PRAGMA user_version = 99");
  EXPECT_FALSE(CopySqlite(path, folder.File("copy.db")).ok());
  RunSql(folder.File("other.db"), "CREATE TABLE invoices (id INTEGER)");
  EXPECT_FALSE(CopySqlite(folder.File("other.db"), folder.File("copy.db")).ok());
  ASSERT_EQ(mkfifo(folder.File("pipe").c_str(), 0600), 0);
  const auto pipe = CopySqlite(folder.File("pipe"), folder.File("copy.db"));
  ASSERT_FALSE(pipe.ok());
  EXPECT_THAT(pipe.error().message, HasSubstr("is a pipe or a device, not a store"));
  EXPECT_FALSE(fs::exists(folder.File("copy.db")));
}

TEST(OpenSqlite, BringsAStoreOfVersionSixForwardAndReadsItsPlainBodies) {
  const Folder folder;
  const std::string path = UnpackStore(folder, "version-6.db.gz");
  ASSERT_EQ(AskSql(path, "PRAGMA user_version"), 6);
  const std::int64_t bytes = AskSql(path, "SELECT sum(length(body)) FROM entity");
  const auto store = OpenOrDie(path);
  EXPECT_EQ(AskSql(path, "PRAGMA user_version"), 7);
  EXPECT_EQ(AskSql(path, "SELECT sum(length(body)) FROM entity WHERE packed IS NULL"), bytes);
  ASSERT_TRUE(store->Check().ok());
  const base::OrgNumber number(910005340);
  const auto found = (*store->Read())->Find(Kind::kEntity, number);
  ASSERT_TRUE(found.ok() && found->has_value());
  Row row = **found;
  EXPECT_THAT(row.body, HasSubstr("\"ENDRET AS\""));
  // Its packed form takes the place of the plain one when the record is written again.
  row.body.replace(row.body.find("ENDRET AS"), 9, "IGJEN AS");
  auto writer = store->Write();
  ASSERT_TRUE(
      (*writer)->Put(Kind::kEntity, {.number = number, .state = row.state, .body = row.body}).ok());
  ASSERT_TRUE((*writer)->Log({.number = number}).ok());
  ASSERT_TRUE((*writer)->Commit().ok());
  EXPECT_EQ(AskSql(path, "SELECT count(*) FROM entity WHERE packed IS NOT NULL AND body = ''"), 1);
  EXPECT_TRUE(store->Check().ok());
}

TEST(OpenSqlite, ExplainsAProblemOfThePathInPlainWords) {
  const Folder folder;
  std::filesystem::create_directory(folder.File("sub"));
  std::ofstream(folder.File("blank.db")).close();
  std::ofstream(folder.File("text.db")) << std::string(5000, 'x');
  const struct {
    std::string path;
    OpenMode mode;
    const char* words;
  } cases[] = {
      {folder.File("sub"), OpenMode::kReadOnly, "is a folder, not a file"},
      {folder.File("sub"), OpenMode::kReadWriteCreate, "is a folder, not a file"},
      {folder.File("none.db"), OpenMode::kReadOnly, "does not exist: there is no store"},
      {folder.File("none/r.db"), OpenMode::kReadOnly, "none does not exist"},
      {folder.File("none/r.db"), OpenMode::kReadWriteCreate, "none does not exist"},
      {folder.File("text.db/r.db"), OpenMode::kReadWriteCreate, "is a file, not a folder"},
      {folder.File("blank.db"), OpenMode::kReadOnly, "is a file of 0 bytes, not a store"},
      {folder.File("text.db"), OpenMode::kReadOnly, "is not a store of this program"},
      {folder.File("text.db"), OpenMode::kReadWriteCreate, "is not a store of this program"},
  };
  for (const auto& wrong : cases) {
    const auto store = OpenSqlite(wrong.path, wrong.mode);
    ASSERT_FALSE(store.ok()) << wrong.path;
    EXPECT_THAT(store.error().message, HasSubstr(wrong.words));
    EXPECT_THAT(store.error().message, HasSubstr(folder.File("")));
  }
}

TEST(OpenSqlite, SaysThatAnotherWriterIsWaitedFor) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  const auto first = OpenOrDie(path);
  const auto writing = first->Write();
  ASSERT_TRUE(writing.ok());
  std::atomic<int> said = 0;
  const auto second = OpenSqlite(path, OpenMode::kReadWriteCreate,
                                 {.busy_timeout_ms = 1001, .on_wait = [&said] { ++said; }});
  ASSERT_TRUE(second.ok());
  const auto refused = (*second)->Write();
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::Code::kUnavailable);
  EXPECT_EQ(said.load(), 1);
}

TEST(NewStore, LeavesNothingOfAnEmptyStore) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  const NewStore fresh(path);
  EXPECT_TRUE(fresh.is_new());
  OpenOrDie(path).reset();
  fresh.Discard();
  for (const char* ending : {"", "-wal", "-shm", "-position"}) {
    EXPECT_FALSE(std::filesystem::exists(path + ending)) << ending;
  }
}

TEST(NewStore, LeavesABlankFileAsItWas) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  std::ofstream(path).close();
  const NewStore fresh(path);
  OpenOrDie(path).reset();
  fresh.Discard();
  EXPECT_EQ(std::filesystem::file_size(path), 0U);
  EXPECT_FALSE(std::filesystem::exists(path + "-wal"));
}

TEST(NewStore, KeepsStoresThatHaveACommitOrExistedBefore) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  const NewStore fresh(path);
  PutOne(OpenOrDie(path).get(), Kind::kEntity);
  fresh.Discard();
  EXPECT_EQ(*OpenOrDie(path)->Position(), CommitId{1});
  const std::string other = folder.File("other.db");
  OpenOrDie(other).reset();
  NewStore(other).Discard();
  EXPECT_TRUE(std::filesystem::exists(other));
}

TEST(SqliteStore, WritesNothingToAFileThatHasLostItsName) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  const auto store = OpenOrDie(path);
  std::filesystem::remove(path);
  const auto refused = store->Write();
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::Code::kUnavailable);
  EXPECT_THAT(refused.error().message, HasSubstr("was deleted or replaced"));
}

TEST(OpenSqlite, RefusesANewerSchemaAndNamesBothVersions) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  OpenOrDie(path).reset();
  RunSql(path, "PRAGMA user_version = 99");
  for (const OpenMode mode : {OpenMode::kReadWriteCreate, OpenMode::kReadOnly}) {
    const auto store = OpenSqlite(path, mode);
    ASSERT_FALSE(store.ok());
    EXPECT_EQ(store.error().code, base::Code::kInvalid);
    EXPECT_THAT(store.error().message, HasSubstr("schema version 99"));
    EXPECT_THAT(store.error().message, HasSubstr("up to 7"));
  }
  EXPECT_EQ(AskSql(path, "PRAGMA user_version"), 99);
}

TEST(OpenSqlite, ReadOnlyReadsAndRefusesToWrite) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  CommitOne(OpenOrDie(path).get(), Live(1, "a"));
  const auto store = OpenSqlite(path, OpenMode::kReadOnly);
  ASSERT_TRUE(store.ok()) << store.error().message;
  EXPECT_EQ((*store)->Position()->value, 1);
  EXPECT_TRUE((*store)->Check().ok());
  const auto writer = (*store)->Write();
  ASSERT_FALSE(writer.ok());
  EXPECT_EQ(writer.error().code, base::Code::kInvalid);
}

// SQLite silently takes the undamaged beginning of its log for the whole.
TEST(OpenSqlite, RefusesAStoreThatLostAnAcknowledgedCommit) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  const Folder other;
  const std::string copy = other.File("register.db");
  {
    const auto store = OpenOrDie(path);
    for (std::uint32_t number = 1; number <= 3; ++number) CommitOne(store.get(), Live(number, "a"));
    for (const char* ending : {"", "-wal", "-position"}) fs::copy(path + ending, copy + ending);
  }
  std::fstream log(copy + "-wal", std::ios::in | std::ios::out | std::ios::binary);
  log.seekp(-100, std::ios::end);
  log.put('~');
  log.close();
  for (const OpenMode mode : {OpenMode::kReadWriteCreate, OpenMode::kReadOnly}) {
    const auto store = OpenSqlite(copy, mode);
    ASSERT_FALSE(store.ok());
    EXPECT_EQ(store.error().code, base::Code::kCorrupt);
    EXPECT_THAT(store.error().message, HasSubstr("holds commit 2, but commit 3 was acknowledged"));
  }
  fs::remove(copy + "-position");  // As the message advises.
  EXPECT_EQ(OpenOrDie(copy)->Position()->value, 2);
}

// All checksums of such a row are right: only the log shows that there is a newer one.
TEST(OpenSqlite, AnOlderRowIsNotTakenForTheOneOfTheLog) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  const auto put = [&path](std::string_view body) {
    const auto store = OpenOrDie(path);
    auto writer = store->Write();
    ASSERT_TRUE((*writer)->Put(Kind::kEntity, Live(1, body)).ok());
    ASSERT_TRUE((*writer)->Log({.number = base::OrgNumber(1)}).ok());
    ASSERT_TRUE((*writer)->Commit().ok());
  };
  put("older");
  RunSql(path, "CREATE TABLE older AS SELECT * FROM entity");
  put("newer");
  RunSql(path,
         "UPDATE entity SET (commit_id, checksum, body) ="
         " (SELECT commit_id, checksum, body FROM older);"
         "DROP TABLE older");
  const auto store = OpenOrDie(path);
  const auto found = (*store->Read())->Find(Kind::kEntity, base::OrgNumber(1));
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, base::Code::kCorrupt);
  EXPECT_FALSE((*store->Write())->Find(Kind::kEntity, base::OrgNumber(1)).ok());
}

TEST(OpenSqlite, ADamagedOrMissingWitnessSaysNothing) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  CommitOne(OpenOrDie(path).get(), Live(1, "a"));
  for (const std::string content : {"", "short", "sixteen bytes ...", "0123456789abcdef"}) {
    std::ofstream(path + "-position", std::ios::binary) << content;
    EXPECT_EQ(OpenOrDie(path)->Position()->value, 1) << content;
  }
  fs::remove(path + "-position");
  EXPECT_EQ(OpenOrDie(path)->Position()->value, 1);
}

TEST(OpenSqlite, ANewStoreIsNotMeasuredByTheOneBefore) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  CommitOne(OpenOrDie(path).get(), Live(1, "a"));
  const std::string copy = folder.File("copy.db");
  fs::copy(path + "-position", copy + "-position");
  fs::remove(path);
  const auto store = OpenOrDie(path);
  EXPECT_EQ(store->Position()->value, 0);
  ASSERT_TRUE(store->CopyTo(copy).ok());
  EXPECT_EQ(OpenOrDie(copy)->Position()->value, 0);
}

TEST(OpenSqlite, KeepsTheLogSmallAfterABulkLoad) {
  const Folder folder;
  const auto store = OpenOrDie(folder.File("register.db"));
  auto writer = store->Write();
  ASSERT_TRUE(writer.ok());
  const std::string body(1 << 20, 'x');
  for (std::uint32_t number = 1; number <= 100; ++number) {
    ASSERT_TRUE((*writer)->Put(Kind::kVoluntary, Live(number, body)).ok());
  }
  ASSERT_TRUE((*writer)->Commit().ok());
  EXPECT_EQ(fs::file_size(folder.File("register.db-wal")), 0U);
}

// The text of a removed row must not be found on the disk again.
TEST(OpenSqlite, NothingOfARemovedRowStaysInTheFiles) {
  const Folder folder;
  const auto store = OpenOrDie(folder.File("register.db"));
  std::mt19937 random(1);
  std::string body = "confidential ";
  while (body.size() < 40'000) body.push_back(static_cast<char>('a' + random() % 26));
  CommitOne(store.get(), Live(1, body));
  std::string packed;
  ASSERT_TRUE(PackText(body, &packed));
  const std::array pieces = {packed.substr(20, 20), packed.substr(packed.size() - 20)};
  for (const std::string& piece : pieces) ASSERT_TRUE(AnyFileHolds(folder, piece));
  CommitOne(store.get(), Removed(1));
  for (const std::string& piece : pieces) EXPECT_FALSE(AnyFileHolds(folder, piece));
}

TEST(OpenSqlite, PagesThatAReaderNeedsAreWipedByALaterCommit) {
  const Folder folder;
  const auto store = OpenOrDie(folder.File("register.db"));
  CommitOne(store.get(), Live(1, "confidential"));
  {
    const auto reader = store->Read();
    ASSERT_TRUE(reader.ok());
    CommitOne(store.get(), Removed(1));
    EXPECT_TRUE((*(*reader)->Find(Kind::kEntity, base::OrgNumber(1))).has_value());
  }
  CommitOne(store.get(), Live(2, "public"));
  EXPECT_FALSE(AnyFileHolds(folder, "confidential"));
}

// Every byte of the file in turn would take too long; a prime stride visits all kinds.
TEST(OpenSqlite, AChangedByteIsFoundOrMeansNothing) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  std::vector<std::string> truth;
  {
    const auto store = OpenOrDie(path);
    for (std::uint32_t number = 1; number <= 40; ++number) {
      const std::string body = "{\"n\":" + std::string(900, 'a') + std::to_string(number) + "}";
      CommitOne(store.get(), Live(number, body));
      truth.push_back(Show(Live(number, body)));
    }
  }
  const std::string sound = Content(path);
  int found = 0;
  for (std::size_t at = 0; at < sound.size(); at += at < 512 ? 1 : 997) {
    std::string changed = sound;
    changed[at] = static_cast<char>(changed[at] ^ (1 << (at % 8)));
    WriteContent(path, changed);
    std::vector<std::string> rows;
    const auto read = [&]() -> base::Status {
      const auto store = OpenSqlite(path, OpenMode::kReadOnly, kImpatient);
      if (!store) return store.error();
      const auto snapshot = (*store)->Read();
      if (!snapshot) return snapshot.error();
      return (*snapshot)->Scan(Kind::kEntity, [&](const RowView& row) {
        rows.push_back(Show(row));
        return base::Status();
      });
    };
    if (!read()) {
      ++found;
      continue;
    }
    ASSERT_EQ(rows, truth) << "byte " << at;
  }
  EXPECT_GT(found, 80);
}

const std::array<Migration, 2> kTwoVersions = {{
    {.sql = "CREATE TABLE first (a INTEGER); INSERT INTO first VALUES (7);"},
    {.sql = "ALTER TABLE first ADD COLUMN b INTEGER; UPDATE first SET b = a + 1;"},
}};

std::unique_ptr<Connection> OpenConnection(const std::string& path) {
  auto connection = Connection::Open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  EXPECT_TRUE(connection.ok());
  return std::move(connection).value();
}

TEST(Migrate, BringsAFileOfVersionOneForward) {
  const Folder folder;
  const auto connection = OpenConnection(folder.File("register.db"));
  ASSERT_TRUE(Migrate(connection.get(), std::span(kTwoVersions).first(1)).ok());
  EXPECT_EQ(*connection->Integer("PRAGMA user_version"), 1);
  EXPECT_FALSE(CheckVersion(connection.get(), kTwoVersions).ok());
  ASSERT_TRUE(Migrate(connection.get(), kTwoVersions).ok());
  EXPECT_EQ(*connection->Integer("PRAGMA user_version"), 2);
  EXPECT_EQ(*connection->Integer("SELECT b FROM first"), 8);
  EXPECT_TRUE(CheckVersion(connection.get(), kTwoVersions).ok());
}

TEST(Migrate, DoesNothingToAFileOfItsVersion) {
  const Folder folder;
  const auto connection = OpenConnection(folder.File("register.db"));
  ASSERT_TRUE(Migrate(connection.get(), kTwoVersions).ok());
  ASSERT_TRUE(Migrate(connection.get(), kTwoVersions).ok());
  EXPECT_EQ(*connection->Integer("SELECT count(*) FROM first"), 1);
}

TEST(Migrate, AFailedStepLeavesTheFileAsItWas) {
  const Folder folder;
  const auto connection = OpenConnection(folder.File("register.db"));
  ASSERT_TRUE(Migrate(connection.get(), std::span(kTwoVersions).first(1)).ok());
  const std::array<Migration, 3> broken = {
      kTwoVersions[0], kTwoVersions[1],
      Migration{.sql = "CREATE TABLE late (x INTEGER); INSERT INTO nowhere;"}};
  EXPECT_FALSE(Migrate(connection.get(), broken).ok());
  EXPECT_EQ(*connection->Integer("PRAGMA user_version"), 1);
  EXPECT_EQ(*connection->Integer("SELECT count(*) FROM sqlite_schema"), 1);
  EXPECT_FALSE(connection->Integer("SELECT b FROM first").ok());
  EXPECT_FALSE(connection->InTransaction());
}

TEST(Migrate, RefusesANewerFile) {
  const Folder folder;
  const auto connection = OpenConnection(folder.File("register.db"));
  ASSERT_TRUE(Migrate(connection.get(), kTwoVersions).ok());
  const base::Status refused = Migrate(connection.get(), std::span(kTwoVersions).first(1));
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("schema version 2"));
}

}  // namespace
}  // namespace orgreg::store
