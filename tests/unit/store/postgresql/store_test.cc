// SPDX-License-Identifier: EUPL-1.2

// What the store in PostgreSQL promises besides the suites: servers that die, refuse or are set up
// wrongly, and what a removal leaves.

#include "store/postgresql/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <random>
#include <string>
#include <thread>

#include "store/open/load_postgresql.h"
#include "store/postgresql/begin.h"
#include "store/postgresql/continuity.h"
#include "store/postgresql/writer.h"
#include "store/postgresql_connections/pool.h"
#include "store/sqlite/copy_snapshot.h"
#include "unit/store/postgresql/backend.h"
#include "unit/store/store_fixture.h"

namespace orgreg::store {
namespace {

namespace fs = std::filesystem;
using base::Code;

std::unique_ptr<Store> OpenAt(const std::string& uri, const StoreOptions& options = kImpatient) {
  auto store = OpenPostgresql(uri, OpenMode::kReadWriteCreate, options);
  EXPECT_TRUE(store.ok()) << store.error().message;
  return std::move(store).value();
}

base::Error ErrorAt(const std::string& uri, OpenMode mode, const StoreOptions& options = {}) {
  const auto store = OpenPostgresql(uri, mode, options);
  EXPECT_FALSE(store.ok()) << uri;
  return store ? base::Error{} : store.error();
}

base::Result<Receipt> CommitLogged(Store* store, const RowView& row, const std::string& batch) {
  const auto writer = TRY(store->Write());
  TRY(writer->Put(Kind::kEntity, row));
  TRY(writer->Log({.number = row.number, .forward = "+"}));
  return writer->Commit({.id = batch});
}

// The process of the connection that holds the lock of writers.
std::string Holder(const PgServer& server, const std::string& database, const std::string& call) {
  const std::string uri = server.Uri(database);
  PGconn* const connection = PQconnectdb(uri.c_str());
  PGresult* const result =
      PQexec(connection, ("SELECT " + call +
                          "(pid) FROM pg_stat_activity WHERE datname = current_database()"
                          " AND pid <> pg_backend_pid() AND (state = 'idle in transaction'"
                          " OR wait_event = 'SyncRep' OR wait_event_type = 'Lock')")
                             .c_str());
  std::string done = PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "";
  PQclear(result);
  PQfinish(connection);
  return done;
}

void Await(const std::function<bool()>& is_so) {
  for (int tries = 0; tries < 1000 && !is_so(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

// A batch of a hundred, as the register writes it: every record is asked for, and so are its
// supplements.
std::uint64_t TripsOfABatch(PgPool* pool, const std::string& body) {
  std::vector<base::OrgNumber> numbers;
  for (std::uint32_t i = 0; i < 100; ++i) numbers.push_back(Number(7 * i + 3));
  PgContinuity continuity(pool, false);
  auto begun = BeginToWrite(pool, {}, &continuity);
  EXPECT_TRUE(begun.ok());
  const PgConnection* const connection = begun->lease.get();
  const std::uint64_t before = connection->round_trips() - 1;  // That of the beginning counts.
  PgWriter writer(std::move(*begun), {}, "orgreg_test");
  EXPECT_FALSE(writer.FindBatch(body)->has_value());
  EXPECT_TRUE(writer.LogTimes().ok());
  EXPECT_TRUE(writer.Expect(numbers).ok());
  for (const base::OrgNumber number : numbers) {
    for (const Kind kind : model::kKinds) EXPECT_TRUE(writer.Find(kind, number).ok());
    EXPECT_TRUE(writer.Referring(Kind::kRoles, number).ok());
    const RowView row = {.number = number, .body = body};
    EXPECT_TRUE(writer.Put(Kind::kEntity, row).ok());
    EXPECT_TRUE(writer.Log({.number = number, .forward = "+", .backward = "-"}).ok());
    EXPECT_TRUE(writer.Put(Kind::kRoles, row).ok());
    EXPECT_TRUE(writer.SetReferences(Kind::kRoles, number, {Number(1)}).ok());
    EXPECT_TRUE(writer.Log({.kind = Kind::kRoles, .number = number}).ok());
  }
  EXPECT_TRUE(writer.Commit({.id = body}).ok());
  return connection->round_trips() - before;
}

TEST(PgWriter, SendsABatchOfAHundredInFewRoundTrips) {
  PgBackend backend(&PgServer::Shared());
  PgPool pool(backend.uri());
  const auto store = OpenAt(backend.uri());
  EXPECT_LE(TripsOfABatch(&pool, "a"), 8U) << "of new records";
  EXPECT_LE(TripsOfABatch(&pool, "b"), 8U) << "of changed ones";
  EXPECT_TRUE(store->Check().ok());
}

TEST(PgWriter, LoadsManyRowsWithoutARoundTripForEach) {
  PgBackend backend(&PgServer::Shared());
  PgPool pool(backend.uri());
  PgContinuity continuity(&pool, false);
  const auto store = OpenAt(backend.uri());
  for (const std::string body : {"first", "second"}) {
    auto begun = BeginToWrite(&pool, {}, &continuity);
    ASSERT_TRUE(begun.ok());
    const PgConnection* const connection = begun->lease.get();
    const std::uint64_t before = connection->round_trips();
    PgWriter writer(std::move(*begun), {}, "orgreg_test");
    for (std::uint32_t i = 0; i < 20'000; ++i)
      ASSERT_TRUE(writer.Put(Kind::kEntity, Live(3 * i, body + std::string(300, 'x'))).ok());
    ASSERT_TRUE(writer.Commit({}).ok());
    EXPECT_LE(connection->round_trips() - before, 60U) << body;
  }
  const base::Status sound = store->Check();
  EXPECT_TRUE(sound.ok()) << sound.error().message;
}

TEST(PgStore, AServerKilledInABatchLosesNothingThatWasAcknowledged) {
  PgServer server;
  const std::string database = server.MakeStore();
  const auto store = OpenAt(server.Uri(database));
  ASSERT_TRUE(CommitLogged(store.get(), Live(1, "a"), "first").ok());
  auto writer = store->Write();
  ASSERT_TRUE(writer.ok());
  ASSERT_FALSE((*writer)->FindBatch("second")->has_value());
  ASSERT_TRUE((*writer)->Put(Kind::kEntity, Live(2, "b")).ok());
  ASSERT_TRUE((*writer)->Log({.number = Number(2)}).ok());
  const auto snapshot = store->Read();
  ASSERT_TRUE(snapshot.ok());
  server.Kill();
  const auto lost = (*writer)->Commit({.id = "second"});
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ(lost.error().code, Code::kUnavailable);
  EXPECT_THAT(lost.error().message, HasSubstr("send the batch again"));
  const auto unread = (*snapshot)->Find(Kind::kEntity, Number(1));
  ASSERT_FALSE(unread.ok());
  EXPECT_EQ(unread.error().code, Code::kUnavailable);
  const auto away = store->Position();
  ASSERT_FALSE(away.ok());
  EXPECT_EQ(away.error().code, Code::kUnavailable);
  server.Start();
  writer->reset();
  // The same object goes on.
  auto again = store->Write();
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_TRUE((*again)->FindBatch("first")->has_value());
  EXPECT_FALSE((*again)->FindBatch("second")->has_value());
  again->reset();
  ASSERT_TRUE(CommitLogged(store.get(), Live(2, "b"), "second").ok());
  EXPECT_TRUE(store->Check().ok());
}

TEST(PgStore, ATerminatedWriterLeavesNoTraceAndNoLock) {
  PgBackend backend(&PgServer::Shared());
  const auto store = backend.Open();
  auto writer = store->Write();
  ASSERT_TRUE((*writer)->Put(Kind::kEntity, Live(1, "a")).ok());
  EXPECT_EQ(Holder(PgServer::Shared(), backend.database(), "pg_terminate_backend"), "t");
  const auto lost = (*writer)->Commit();
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ(lost.error().code, Code::kUnavailable);
  EXPECT_FALSE((*writer)->Commit().ok());
  EXPECT_EQ(store->Position()->value, 0);
  EXPECT_TRUE(CommitLogged(store.get(), Live(1, "b"), "").ok());
}

// As a process that stands still while its machine answers.
TEST(PgStore, ASilentWriterDoesNotKeepOthersWaiting) {
  PgBackend backend(&PgServer::Shared());
  const auto store = OpenAt(backend.uri(), {.most_silent_ms = 300});
  auto silent = store->Write();
  ASSERT_TRUE((*silent)->Put(Kind::kEntity, Live(1, "a")).ok());
  const auto other = OpenAt(backend.uri(), {.busy_timeout_ms = 60'000});
  EXPECT_TRUE(CommitLogged(other.get(), Live(1, "b"), "").ok());
  const auto late = (*silent)->Commit();
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().code, Code::kUnavailable);
  EXPECT_EQ(other->Position()->value, 1);
}

TEST(PgStore, ACancelledWaitIsUnavailableAndTheNextSucceeds) {
  PgBackend backend(&PgServer::Shared());
  const auto store = OpenAt(backend.uri(), {.busy_timeout_ms = 60'000});
  auto first = store->Write();
  ASSERT_TRUE(first.ok());
  base::Status second;
  std::jthread waiting([&] {
    const auto writer = store->Write();
    second = writer ? base::Status() : base::Status(writer.error());
  });
  Await([&] {
    return Holder(PgServer::Shared(), backend.database(),
                  "(SELECT count(*) FROM pg_locks WHERE NOT granted) > 0 AND 0 < ") == "t";
  });
  PgServer::Shared().Run(backend.database(),
                         "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname ="
                         " current_database() AND wait_event_type = 'Lock'");
  waiting.join();
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::kUnavailable);
  ASSERT_TRUE((*first)->Commit().ok());
  EXPECT_TRUE(store->Write().ok());
}

TEST(PgStore, SaysThatAnotherWriterIsWaitedFor) {
  PgBackend backend(&PgServer::Shared());
  std::atomic<int> said = 0;
  const auto first = OpenAt(backend.uri());
  const auto writing = first->Write();
  const auto second =
      OpenAt(backend.uri(), {.busy_timeout_ms = 1200, .on_wait = [&said] { ++said; }});
  const auto refused = second->Write();
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kUnavailable);
  EXPECT_THAT(refused.error().message, HasSubstr("another writer is at work, and was not done"));
  EXPECT_EQ(said.load(), 1);
}

TEST(PgStore, TheServersClockCounts) {
  PgBackend backend(&PgServer::Shared());
  const auto store = OpenAt(backend.uri(), {});
  const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  ASSERT_TRUE(CommitLogged(store.get(), Live(1, "a"), "").ok());
  const auto page = (*store->Read())->ReadChanges({.count = 1});
  EXPECT_NEAR(static_cast<double>(page->changes.front().time_ms), static_cast<double>(now), 60'000);
}

TEST(OpenPostgresql, NeverShowsAPassword) {
  PgServer& server = PgServer::Shared();
  server.Run("postgres", "DROP ROLE IF EXISTS guarded");
  server.Run("postgres", "CREATE ROLE guarded LOGIN PASSWORD 'right'");
  const std::string host = "?host=" + server.folder();
  for (const std::string& uri : std::initializer_list<std::string>{
           "postgresql://guarded:h1dden@/postgres" + host,
           "postgres://guarded:h1dden@/postgres" + host,
           "postgresql:///postgres" + host + "&user=guarded&password=h1dden",
           std::string("postgresql://guarded:h1dden@nowhere.invalid/postgres"),
           std::string("postgresql://guarded:h1dden@@nowhere.invalid/postgres"),
           std::string("postgresql://guarded:x/h1dden@nowhere.invalid/postgres"),
           std::string("postgresql://guarded:h1dden%zz@nowhere.invalid/postgres"),
           std::string("postgresql://guarded:h1dden@nowhere.invalid:port/postgres?no=thing")}) {
    const base::Error error = ErrorAt(uri, OpenMode::kReadOnly);
    EXPECT_THAT(error.message, testing::Not(HasSubstr("h1dden"))) << uri;
    EXPECT_THAT(error.message, HasSubstr("***")) << uri;
  }
  const std::string right = "postgresql://guarded:right@/postgres" + host;
  EXPECT_EQ(ErrorAt(right, OpenMode::kReadOnly).code, Code::kNotFound) << "it has no store";
}

TEST(OpenPostgresql, ExplainsWhatIsWrong) {
  PgServer& server = PgServer::Shared();
  const std::string empty = server.MakeDatabase();
  const std::string other = server.MakeDatabase();
  server.Run(other, "CREATE TABLE meta (key text)");
  const std::string others = server.MakeDatabase();
  server.Run(others, "CREATE TABLE entity (id text)");
  const std::string newer = server.MakeStore();
  server.Run(newer, "UPDATE meta SET schema = 2");
  const std::string older = server.MakeStore();
  server.Run(older, "UPDATE meta SET schema = 0");
  const struct {
    std::string uri;
    OpenMode mode;
    Code code;
    const char* words;
  } cases[] = {
      {server.Uri(empty), OpenMode::kReadOnly, Code::kNotFound, "there is no store"},
      {server.Uri(empty), OpenMode::kUpgrade, Code::kNotFound, "there is no store"},
      {server.Uri("none"), OpenMode::kReadOnly, Code::kUnavailable, "does not exist"},
      {server.Uri(other), OpenMode::kReadOnly, Code::kInvalid, "tables of another program"},
      {server.Uri(other), OpenMode::kReadWriteCreate, Code::kInvalid, "tables of another program"},
      {server.Uri(others), OpenMode::kReadWriteCreate, Code::kInvalid, "tables of another program"},
      {server.Uri(newer), OpenMode::kReadWriteCreate, Code::kInvalid, "versions up to 1"},
      {server.Uri(newer), OpenMode::kUpgrade, Code::kInvalid, "versions up to 1"},
      {server.Uri(older), OpenMode::kReadWriteCreate, Code::kInvalid, "orgreg store upgrade"},
      {server.Uri(empty) + "&options=-csearch_path%3Dnowhere", OpenMode::kReadWriteCreate,
       Code::kInvalid, "search_path"},
      {"postgresql:///x?host=/nowhere", OpenMode::kReadOnly, Code::kUnavailable,
       "cannot be reached"},
      {"postgresql://%zz", OpenMode::kReadOnly, Code::kInvalid, "is not an address"},
  };
  for (const auto& wrong : cases) {
    const base::Error error = ErrorAt(wrong.uri, wrong.mode);
    EXPECT_EQ(error.code, wrong.code) << wrong.uri << ": " << error.message;
    EXPECT_THAT(error.message, HasSubstr(wrong.words)) << wrong.uri;
  }
}

TEST(OpenPostgresql, SeveralStoresLiveInSchemasOfOneDatabase) {
  PgServer& server = PgServer::Shared();
  const std::string database = server.MakeDatabase();
  for (const std::string name : {"one", "two"}) {
    server.Run(database, "CREATE SCHEMA " + name);
    const auto store = OpenAt(server.Uri(database) + "&options=-csearch_path%3D" + name);
    ASSERT_TRUE(CommitLogged(store.get(), Live(1, name), "batch").ok());
    EXPECT_TRUE(store->Check().ok());
  }
}

TEST(OpenPostgresql, TwoProcessesMakeTheTablesOnce) {
  PgServer& server = PgServer::Shared();
  const std::string uri = server.Uri(server.MakeDatabase());
  std::vector<std::jthread> threads;
  std::atomic<int> opened = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto store = OpenPostgresql(uri, OpenMode::kReadWriteCreate, {});
      EXPECT_TRUE(store.ok()) << store.error().message;
      ++opened;
    });
  }
  threads.clear();
  EXPECT_EQ(opened.load(), 4);
  EXPECT_TRUE(OpenAt(uri)->Check().ok());
}

TEST(OpenPostgresql, AUserWithoutRightsReadsAboutThem) {
  PgBackend backend(&PgServer::Shared());
  PgServer& server = PgServer::Shared();
  server.Run("postgres", "DROP ROLE IF EXISTS stranger");
  server.Run("postgres", "CREATE ROLE stranger LOGIN");
  const base::Error refused =
      ErrorAt(server.Uri(backend.database(), "stranger"), OpenMode::kReadOnly);
  EXPECT_EQ(refused.code, Code::kInvalid);
  EXPECT_THAT(refused.message, HasSubstr("docs/postgresql.md"));
  const base::Error maker =
      ErrorAt(server.Uri(server.MakeDatabase(), "stranger"), OpenMode::kReadWriteCreate);
  EXPECT_EQ(maker.code, Code::kInvalid);
  EXPECT_THAT(maker.message, HasSubstr("docs/postgresql.md"));
}

TEST(PgStore, WritesNothingToAServerThatWouldLoseIt) {
  PgServer server({"fsync = off"});
  const auto store = OpenAt(server.Uri(server.MakeStore()));
  const auto writer = store->Write();
  ASSERT_FALSE(writer.ok());
  EXPECT_EQ(writer.error().code, Code::kInvalid);
  EXPECT_THAT(writer.error().message, HasSubstr("fsync"));
}

TEST(PgStore, ReplicatedDurabilityDemandsStandbys) {
  PgBackend backend(&PgServer::Shared());
  const StoreOptions replicated = {.busy_timeout_ms = 50, .durability = Durability::kReplicated};
  const auto store = OpenAt(backend.uri(), replicated);
  for (const base::Error& error : {store->Write().error(), store->Read().error()}) {
    EXPECT_EQ(error.code, Code::kInvalid);
    EXPECT_THAT(error.message, HasSubstr("synchronous_standby_names is empty"));
    EXPECT_THAT(error.message, HasSubstr("store_durability"));
  }
}

// Somebody ends the wait for a standby that is not there: the commit is visible, but a failover
// would lose it.
TEST(PgStore, ACommitThatNoStandbyHasIsNeitherAcknowledgedNorShown) {
  PgServer server;
  const std::string database = server.MakeStore();
  const auto local = OpenAt(server.Uri(database));
  server.Run("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'away'");
  server.Run("postgres", "SELECT pg_reload_conf()");
  const auto store = OpenAt(server.Uri(database),
                            {.busy_timeout_ms = 5000, .durability = Durability::kReplicated});
  base::Result<Receipt> receipt = Receipt{};
  std::jthread committing([&] { receipt = CommitLogged(store.get(), Live(1, "a"), "ghost"); });
  Await([&] { return Holder(server, database, "0 < ") == "t"; });
  Await([&] {
    server.Run(database,
               "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    return local->Position()->value == 1;
  });
  committing.join();
  ASSERT_FALSE(receipt.ok());
  EXPECT_EQ(receipt.error().code, Code::kUnavailable);
  EXPECT_THAT(receipt.error().message, HasSubstr("send the batch again"));
  EXPECT_EQ(local->Position()->value, 1) << "the server shows it";
  const auto snapshot = store->Read();
  ASSERT_FALSE(snapshot.ok());
  EXPECT_EQ(snapshot.error().code, Code::kUnavailable);
}

TEST(PgStore, CommitsAreAcknowledgedWhenTheStandbyHasThem) {
  PgServer server({"synchronous_standby_names = 'ANY 1 (one, two)'"});
  // Until there is a standby, nothing can be made.
  const PgServer standby(server, "one");
  const auto store = OpenAt(server.Uri(server.MakeStore()),
                            {.busy_timeout_ms = 5000, .durability = Durability::kReplicated});
  const auto receipt = CommitLogged(store.get(), Live(1, "a"), "first");
  ASSERT_TRUE(receipt.ok()) << receipt.error().message;
  EXPECT_TRUE((*store->Write())->FindBatch("first")->has_value());
  EXPECT_EQ((*store->Read())->position().value, 1);
}

TEST(PgStore, DoesNotTakeAStandbyForTheStore) {
  PgServer server;
  const std::string database = server.MakeStore();
  const PgServer standby(server, "one");
  const base::Error error = ErrorAt(standby.Uri(database), OpenMode::kReadOnly);
  EXPECT_EQ(error.code, Code::kUnavailable);
  const std::string both = "postgresql:///" + database + "?host=" + standby.folder() + "," +
                           server.folder() + "&user=orgreg";
  EXPECT_TRUE(CommitLogged(OpenAt(both).get(), Live(1, "a"), "").ok());
}

bool FilesHold(const std::string& folder, const std::string& text) {
  for (const auto& file : fs::recursive_directory_iterator(folder)) {
    if (file.is_regular_file() && Content(file.path()).find(text) != std::string::npos) return true;
  }
  return false;
}

TEST(PgStore, NothingOfARemovedRowStaysInTheTables) {
  PgServer server;
  const std::string database = server.MakeStore();
  const auto store = OpenAt(server.Uri(database));
  std::mt19937 random(1);
  std::string canary;
  while (canary.size() < 1000) canary.push_back(static_cast<char>('a' + random() % 26));
  {
    const auto writer = store->Write();
    ASSERT_TRUE((*writer)->Put(Kind::kEntity, Live(1, canary)).ok());
    ASSERT_TRUE((*writer)->Log({.number = Number(1), .forward = canary}).ok());
    ASSERT_TRUE((*writer)->Commit().ok());
  }
  const auto reader = store->Read();
  ASSERT_TRUE((*reader)->Find(Kind::kEntity, Number(1)).ok());
  {
    const auto writer = store->Write();
    ASSERT_TRUE((*writer)->Put(Kind::kEntity, Removed(1)).ok());
    ASSERT_TRUE((*writer)->EraseHistory(Kind::kEntity, Number(1)).ok());
    ASSERT_TRUE((*writer)->Log({.number = Number(1), .type = ChangeType::kRemoval}).ok());
    ASSERT_TRUE((*writer)->Commit().ok());
  }
  const base::Status waits = store->Wipe();
  ASSERT_FALSE(waits.ok()) << "a reader may see it";
  EXPECT_EQ(waits.error().code, Code::kUnavailable);
  server.Run(database, "CHECKPOINT");
  EXPECT_TRUE(FilesHold(server.folder() + "/data/base", canary.substr(100, 20)));
  const_cast<std::unique_ptr<Snapshot>&>(*reader).reset();
  const base::Status wiped = store->Wipe();
  ASSERT_TRUE(wiped.ok()) << wiped.error().message;
  server.Run(database, "CHECKPOINT");
  EXPECT_FALSE(FilesHold(server.folder() + "/data/base", canary.substr(100, 20)));
  EXPECT_TRUE(store->Check().ok());
  EXPECT_EQ((*store->Read())->summary().wiped.value, 2);
}

TEST(FillStore, MovesAStoreThereAndBack) {
  PgBackend backend(&PgServer::Shared());
  const Folder folder;
  const auto file = OpenOrDie(folder.File("a.db"));
  ASSERT_TRUE(file->PutNote("import", "x").ok());
  CommitOne(file.get(), Live(1, "loaded"));
  for (std::uint32_t i = 0; i < 30; ++i)
    ASSERT_TRUE(CommitLogged(file.get(), Live(i % 7, std::to_string(i)), std::to_string(i)).ok());
  const auto database = backend.Open();
  const auto from_file = file->Read();
  ASSERT_TRUE(FillStore(from_file->get(), database.get()).ok());
  EXPECT_EQ(*database->State(), *file->State());
  EXPECT_TRUE(database->Check().ok());
  const auto from_database = database->Read();
  ASSERT_TRUE(CopySnapshot(from_database->get(), folder.File("b.db")).ok());
  const auto back = OpenOrDie(folder.File("b.db"));
  EXPECT_EQ(*back->State(), *file->State());
  EXPECT_TRUE(back->Check().ok());
  EXPECT_EQ(*(*back->Read())->FindNote("import"), "x");
  const base::Status again = FillStore(from_file->get(), database.get());
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, Code::kInvalid);
}

TEST(LoadModule, OpensAStoreThroughTheFile) {
  const auto program = fs::read_symlink("/proc/self/exe").parent_path();
  const auto module = LoadModule(program / "../../bin" / kPostgresqlModuleFile);
  ASSERT_TRUE(module.ok()) << module.error().message;
  PgBackend backend(&PgServer::Shared());
  const auto store = (*module)->open(backend.uri(), OpenMode::kReadOnly, {});
  ASSERT_TRUE(store.ok()) << store.error().message;
  EXPECT_TRUE((*store)->Check().ok());
  const auto writer = (*store)->Write();
  ASSERT_FALSE(writer.ok());
  EXPECT_THAT(writer.error().message, HasSubstr("is open for reading only"));
}

TEST(LoadModule, SaysWhatAMissingOrForeignFileNeeds) {
  const Folder folder;
  const auto missing = LoadModule(folder.File("none.so"));
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, Code::kNotFound);
  EXPECT_THAT(missing.error().message, HasSubstr("needs this module"));
  WriteContent(folder.File("text.so"), "text");
  const auto text = LoadModule(folder.File("text.so"));
  ASSERT_FALSE(text.ok());
  EXPECT_THAT(text.error().message, HasSubstr("package libpq5"));
}

}  // namespace
}  // namespace orgreg::store
