// SPDX-License-Identifier: EUPL-1.2

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <random>

#include "store/packing/packed_text.h"
#include "store/sqlite/store.h"
#include "store/sqlite/wipe.h"
#include "store/sqlite_tables/schema.h"
#include "unit/store/commit_suite.h"
#include "unit/store/history_suite.h"
#include "unit/store/log_damage.h"
#include "unit/store/log_suite.h"
#include "unit/store/sqlite_backend.h"

namespace orgreg::store {
namespace {

namespace fs = std::filesystem;

std::vector<std::pair<BackendFactory, LogDamageCase>> SqliteLogDamage() {
  std::vector<std::pair<BackendFactory, LogDamageCase>> damage;
  for (const LogDamageCase& one : LogDamages()) damage.emplace_back(SqliteFactory(), one);
  return damage;
}

INSTANTIATE_TEST_SUITE_P(Sqlite, CommitSuite, testing::Values(SqliteFactory()));
INSTANTIATE_TEST_SUITE_P(Sqlite, HistorySuite, testing::Values(SqliteFactory()));
INSTANTIATE_TEST_SUITE_P(Sqlite, LogSuite, testing::Values(SqliteFactory()));
INSTANTIATE_TEST_SUITE_P(Sqlite, LogDamage, testing::ValuesIn(SqliteLogDamage()));

// A store of version 1: one entity, put by commit 4.
void MakeVersion1(const std::string& path, const std::string& tamper = "") {
  auto connection = Connection::Open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  ASSERT_TRUE(connection.ok());
  ASSERT_TRUE(Migrate(connection->get(), Migrations().first(1)).ok());
  const base::Status made =
      (*connection)
          ->Run(
              "INSERT INTO entity VALUES (974760673, 0, 4, -4794132647283349369, '{}');"
              "UPDATE meta SET position = 4, entity_rows = 1, entity_sum = -4794132647283349369, "
              "checksum = 4547964401622926158;" +
              tamper);
  ASSERT_TRUE(made.ok()) << made.error().message;
}

TEST(Version1, IsUpgradedAndKnowsItsPositionButNoEarlierCommit) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  MakeVersion1(path);
  const auto store = OpenOrDie(path);
  const base::Status sound = store->Check();
  ASSERT_TRUE(sound.ok()) << sound.error().message;
  const auto snapshot = store->Read();
  ASSERT_TRUE(snapshot.ok());
  EXPECT_EQ((*snapshot)->position().value, 4);
  EXPECT_EQ((*snapshot)->last_change(), 0);
  const Contents now = (*snapshot)->Describe(Kind::kEntity);
  EXPECT_EQ(now.rows, 1U);
  const auto since = (*snapshot)->ChangedSince(Kind::kEntity, CommitId{4}, now);
  ASSERT_TRUE(since.ok() && since->has_value());
  EXPECT_TRUE((*since)->empty());
  for (const std::int64_t earlier : {0, 1, 3}) {
    const auto unknown = (*snapshot)->ChangedSince(Kind::kEntity, CommitId{earlier}, {});
    ASSERT_TRUE(unknown.ok());
    EXPECT_FALSE(unknown->has_value()) << earlier;
  }
  const auto lines = (*snapshot)->ReadChanges({.numbers = {Number(974760673)}, .count = 1});
  ASSERT_TRUE(lines.ok()) << lines.error().message;
  EXPECT_EQ(lines->total, 0);
}

TEST(Version1, GoesOnAfterTheUpgrade) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  MakeVersion1(path);
  const auto store = OpenOrDie(path);
  const Contents before = (*store->Read())->Describe(Kind::kEntity);
  auto writer = store->Write();
  ASSERT_TRUE((*writer)->Put(Kind::kEntity, Live(974760673, "new")).ok());
  EXPECT_EQ(*(*writer)->Log({.number = Number(974760673)}), 1);
  EXPECT_EQ((*writer)->Commit()->commit.value, 5);
  const auto since = (*store->Read())->ChangedSince(Kind::kEntity, CommitId{4}, before);
  ASSERT_TRUE(since.ok() && since->has_value());
  EXPECT_THAT(**since, testing::ElementsAre(Number(974760673)));
  EXPECT_TRUE(store->Check().ok());
}

TEST(Version1, AnEmptyOneIsLikeANewStore) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  {
    const auto connection = Connection::Open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    ASSERT_TRUE(Migrate(connection->get(), Migrations().first(1)).ok());
  }
  const auto store = OpenOrDie(path);
  CommitOne(store.get(), Live(1, "a"));
  EXPECT_TRUE(store->Check().ok());
  EXPECT_EQ(AskSql(path, "SELECT count(*) FROM commits"), 1);
}

TEST(Version1, ADamagedOneIsNotUpgraded) {
  for (const char* damage :
       {"UPDATE meta SET entity_rows = 2", "UPDATE meta SET checksum = 0", "DELETE FROM meta"}) {
    const Folder folder;
    const std::string path = folder.File("register.db");
    MakeVersion1(path, damage);
    const auto store = OpenSqlite(path, OpenMode::kReadWriteCreate, kImpatient);
    ASSERT_FALSE(store.ok()) << damage;
    EXPECT_EQ(store.error().code, base::Code::kCorrupt) << store.error().message;
    EXPECT_EQ(AskSql(path, "PRAGMA user_version"), 1);
  }
}

TEST(Version1, IsNotUpgradedByAReader) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  MakeVersion1(path);
  const auto store = OpenSqlite(path, OpenMode::kReadOnly);
  ASSERT_FALSE(store.ok());
  EXPECT_THAT(store.error().message,
              HasSubstr("the next start of the server, import or apply upgrades it"));
  EXPECT_EQ(AskSql(path, "PRAGMA user_version"), 1);
}

TEST(CopyTo, MakesOneFileThatOnlyTheOwnerMayRead) {
  const Folder folder;
  const Folder elsewhere;
  const auto store = OpenOrDie(folder.File("register.db"));
  CommitOne(store.get(), Live(1, "a"));
  ASSERT_TRUE(store->CopyTo(elsewhere.File("copy.db")).ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(elsewhere.path()), {}), 1);
  struct stat status = {};
  ASSERT_EQ(stat(elsewhere.File("copy.db").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(CopyTo, LeavesNothingIfItFails) {
  const Folder folder;
  const Folder elsewhere;
  const auto store = OpenOrDie(folder.File("register.db"));
  fs::create_directory(elsewhere.File("copy.db"));
  EXPECT_FALSE(store->CopyTo(elsewhere.File("copy.db")).ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(elsewhere.path()), {}), 1);
}

// Bodies of all sizes at numbers in no order make SQLite rebuild pages. These tests are about the
// copies of rows that stay in the unused parts of such pages.
class Withdrawal : public testing::Test {
 protected:
  static constexpr std::size_t kRows = 400;

  Withdrawal() : store_(OpenOrDie(folder_.File("register.db"))) {
    for (std::size_t i = 0; i < kRows; ++i) {
      numbers_.push_back(static_cast<std::uint32_t>(100'000'000 + random_() % 800'000'000));
    }
    for (int round = 0; round < 3; ++round) Change(numbers_);
  }

  // Of letters in no order, so that its packed form is long too.
  std::string MakeBody(std::uint32_t number) {
    std::string body = "<" + std::to_string(number) + ">";
    for (std::size_t left = random_() % 3000; left > 0; --left)
      body.push_back(static_cast<char>('a' + random_() % 26));
    return body;
  }

  // New bodies, in commits of ten rows.
  void Change(const std::vector<std::uint32_t>& numbers) {
    for (std::size_t begin = 0; begin < numbers.size(); begin += 10) {
      auto writer = store_->Write();
      ASSERT_TRUE(writer.ok());
      for (std::size_t i = begin; i < std::min(begin + 10, numbers.size()); ++i) {
        const std::string body = MakeBody(numbers[i]);
        std::string packed;
        static_cast<void>(PackText(body, &packed));
        pieces_[numbers[i]] = packed.empty() ? body : packed.substr(packed.size() / 2, 16);
        ASSERT_TRUE((*writer)->Put(Kind::kEntity, Live(numbers[i], body)).ok());
        const ChangeView change = {.number = Number(numbers[i]), .forward = body, .backward = body};
        ASSERT_TRUE((*writer)->Log(change).ok());
      }
      ASSERT_TRUE((*writer)->Commit().ok());
    }
  }

  // Removes the first rows.
  void Remove(std::size_t count) {
    auto writer = store_->Write();
    ASSERT_TRUE(writer.ok());
    for (std::size_t i = 0; i < count; ++i) {
      const base::OrgNumber number = Number(numbers_[i]);
      ASSERT_TRUE((*writer)->Put(Kind::kEntity, Removed(numbers_[i])).ok());
      ASSERT_TRUE((*writer)->EraseHistory(Kind::kEntity, number).ok());
      ASSERT_TRUE((*writer)->Log({.number = number, .type = ChangeType::kRemoval}).ok());
    }
    ASSERT_TRUE((*writer)->Commit().ok());
  }

  std::vector<std::uint32_t> AllBut(std::size_t removed) const {
    return {numbers_.begin() + static_cast<std::ptrdiff_t>(removed), numbers_.end()};
  }

  std::size_t LeftInFiles(std::size_t removed) const {
    std::string all;
    for (const auto& file : fs::directory_iterator(folder_.path())) all += Content(file.path());
    std::size_t left = 0;
    for (std::size_t i = 0; i < removed; ++i) {
      const auto has = [&all](const std::string& part) {
        return all.find(part) != std::string::npos;
      };
      if (has("<" + std::to_string(numbers_[i]) + ">") || has(pieces_.at(numbers_[i]))) ++left;
    }
    return left;
  }

  Folder folder_;
  std::unique_ptr<Store> store_;
  std::mt19937 random_{7};
  std::vector<std::uint32_t> numbers_;
  std::map<std::uint32_t, std::string> pieces_;  // A part of each row's packed body.
};

TEST_F(Withdrawal, NothingIsLeftInTheFilesAfterWiping) {
  constexpr std::size_t kRemoved = kRows / 2;
  EXPECT_EQ(LeftInFiles(kRemoved), kRemoved);
  Remove(kRemoved);
  const base::Status wiped = store_->Wipe();
  ASSERT_TRUE(wiped.ok()) << wiped.error().message;
  EXPECT_EQ(LeftInFiles(kRemoved), 0U);
  // Pages in the caches of older writers must not bring anything back.
  Change(AllBut(kRemoved));
  EXPECT_EQ(LeftInFiles(kRemoved), 0U);
  const base::Status sound = store_->Check();
  EXPECT_TRUE(sound.ok()) << sound.error().message;
}

TEST_F(Withdrawal, PagesThatAnotherProcessRemembersBringNothingBack) {
  constexpr std::size_t kRemoved = 100;
  Remove(kRemoved);
  auto other = OpenOrDie(folder_.File("register.db"));
  ASSERT_TRUE(other->Check().ok());
  {
    const auto writer = other->Write();  // Reads every page of the rows, and changes none.
    ASSERT_TRUE(writer.ok());
    for (const std::uint32_t number : numbers_) {
      ASSERT_TRUE((*writer)->Find(Kind::kEntity, Number(number)).ok());
    }
  }
  ASSERT_TRUE(store_->Wipe().ok());
  store_ = std::move(other);
  Change(AllBut(kRemoved));
  EXPECT_EQ(LeftInFiles(kRemoved), 0U);
}

TEST(EraseHistory, LeavesNothingInTheFiles) {
  const Folder folder;
  const auto store = OpenOrDie(folder.File("register.db"));
  auto writer = store->Write();
  ASSERT_TRUE((*writer)->Put(Kind::kEntity, Live(1, "public")).ok());
  const ChangeView change = {
      .number = Number(1), .forward = "confidential", .backward = "a secret"};
  ASSERT_TRUE((*writer)->Log(change).ok());
  ASSERT_TRUE((*writer)->Commit().ok());
  writer->reset();
  EXPECT_TRUE(AnyFileHolds(folder, "confidential"));
  writer = store->Write();
  ASSERT_TRUE((*writer)->EraseHistory(Kind::kEntity, Number(1)).ok());
  ASSERT_TRUE((*writer)->Commit().ok());
  EXPECT_FALSE(AnyFileHolds(folder, "confidential"));
  EXPECT_FALSE(AnyFileHolds(folder, "a secret"));
}

TEST_F(Withdrawal, WaitsForReadersOfOlderStates) {
  const auto reader = store_->Read();
  ASSERT_TRUE(reader.ok());
  Remove(1);
  const base::Status wiped = store_->Wipe();
  ASSERT_FALSE(wiped.ok());
  EXPECT_EQ(wiped.error().code, base::Code::kUnavailable);
  EXPECT_TRUE((*(*reader)->Find(Kind::kEntity, Number(numbers_[0])))->body.size() > 2);
}

TEST_F(Withdrawal, IsRememberedUntilItIsWiped) {
  Remove(1);
  store_ = OpenOrDie(folder_.File("register.db"));
  EXPECT_EQ(AskSql(folder_.File("register.db"), "SELECT withdrawn > wiped FROM meta"), 1);
  ASSERT_TRUE(store_->Wipe().ok());
  EXPECT_EQ(AskSql(folder_.File("register.db"), "SELECT withdrawn > wiped FROM meta"), 0);
}

TEST(Wipe, IsNothingForAReader) {
  const Folder folder;
  CommitOne(OpenOrDie(folder.File("register.db")).get(), Live(1, "a"));
  const auto store = OpenSqlite(folder.File("register.db"), OpenMode::kReadOnly);
  EXPECT_EQ((*store)->Wipe().error().code, base::Code::kInvalid);
}

std::vector<unsigned char> Page(std::initializer_list<unsigned char> header) {
  std::vector<unsigned char> page(header);
  page.resize(512);
  return page;
}

TEST(GapOf, IsBetweenThePointersAndTheCells) {
  // Type, first free block, cells, begin of the cells.
  const auto leaf = GapOf(Page({13, 0, 0, 0, 3, 1, 0}), false);
  EXPECT_EQ(leaf->begin, 8U + 6);
  EXPECT_EQ(leaf->end, 256U);
  const auto interior = GapOf(Page({5, 0, 0, 0, 3, 1, 0}), false);
  EXPECT_EQ(interior->begin, 12U + 6);
  auto first = Page({'S', 'Q', 'L'});
  first[100] = 10;
  first[105] = 2;
  EXPECT_EQ(GapOf(first, true)->begin, 108U);
  EXPECT_EQ(GapOf(first, true)->end, 512U);
}

TEST(GapOf, IsEmptyInAPageOfNoTree) {
  for (const unsigned char type : std::array<unsigned char, 6>{0, 1, 3, 12, 14, 255}) {
    const auto gap = GapOf(Page({type, 0, 0, 0, 3, 1, 0}), false);
    EXPECT_EQ(gap->begin, gap->end) << int{type};
  }
}

TEST(GapOf, RejectsInvalidPages) {
  EXPECT_FALSE(GapOf(Page({13, 0, 0, 0, 3, 0, 13}), false).ok()) << "cells over their pointers";
  EXPECT_FALSE(GapOf(Page({13, 0, 0, 0, 3, 2, 1}), false).ok()) << "past the end";
  EXPECT_FALSE(GapOf(Page({13, 0, 0, 255, 255, 2, 0}), false).ok()) << "too many pointers";
  EXPECT_FALSE(GapOf(Page({13, 0, 0, 0, 0, 0, 0}), false).ok()) << "65536 in a small page";
}

// The answers to all queries of the log, as one text.
base::Result<std::string> AnswersOf(Store* store, const Contents& at_ten) {
  const auto snapshot = store->Read();
  if (!snapshot) return snapshot.error();
  std::string answers;
  const auto tell = [&](const base::Result<ChangePage>& page) {
    if (!page) return false;
    answers += std::to_string(page->total) + ":";
    for (const Change& change : page->changes) {
      answers += std::to_string(change.id) + "," + change.number.ToString() + "," +
                 std::to_string(change.time_ms) + "," + change.forward + ";";
    }
    return true;
  };
  std::vector<ChangeQuery> queries = {
      {.count = 100, .with_patches = true},
      {.from_time_ms = 20, .to_time_ms = 30, .descending = true, .first = 2, .count = 5},
      {.kind = Kind::kSubEntity, .from_id = 10, .count = 5},
  };
  for (std::uint32_t number = 1; number <= 8; ++number) {
    queries.push_back({.numbers = {Number(number)}, .count = 3});
  }
  for (const ChangeQuery& query : queries) {
    const auto page = (*snapshot)->ReadChanges(query);
    if (!tell(page)) return page.error();
  }
  const auto since = (*snapshot)->ChangedSince(Kind::kEntity, CommitId{10}, at_ten);
  if (!since) return since.error();
  if (!since->has_value()) return base::Error{base::Code::kNotFound, "a new base is built"};
  for (const base::OrgNumber number : **since) answers += number.ToString() + " ";
  return answers;
}

// Every byte of the file in turn would take too long; a prime stride visits all kinds.
TEST(ChangeLog, AChangedByteIsFoundOrMeansNothing) {
  const Folder folder;
  const std::string path = folder.File("register.db");
  std::int64_t now = 0;
  Contents at_ten;
  {
    const auto store = OpenOrDie(path, {.busy_timeout_ms = 20, .clock_ms = [&] { return ++now; }});
    for (std::uint32_t i = 0; i < 40; ++i) {
      const std::string body = std::to_string(i) + std::string(std::size_t{i} * 10, 'b');
      auto writer = store->Write();
      for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
        const base::OrgNumber number = Number(1 + i * 5 % 8);
        ASSERT_TRUE((*writer)->Put(kind, {.number = number, .body = body}).ok());
        ASSERT_TRUE((*writer)->Log({.kind = kind, .number = number, .forward = body}).ok());
      }
      ASSERT_TRUE((*writer)->Commit().ok());
      if (i == 9) at_ten = (*store->Read())->Describe(Kind::kEntity);
    }
  }
  const std::string sound = Content(path);
  const std::string truth = *AnswersOf(OpenOrDie(path).get(), at_ten);
  int found = 0;
  for (std::size_t at = 0; at < sound.size(); at += at < 512 ? 3 : 997) {
    std::string changed = sound;
    changed[at] = static_cast<char>(changed[at] ^ (1 << (at % 8)));
    if (changed.compare(at, 1, sound, at, 1) == 0) continue;
    WriteContent(path, changed);
    const auto store = OpenSqlite(path, OpenMode::kReadOnly, kImpatient);
    if (!store) {
      ++found;
      continue;
    }
    const auto answers = AnswersOf(store->get(), at_ten);
    found += answers.ok() ? 0 : 1;
    if (!answers) continue;
    ASSERT_EQ(*answers, truth) << "byte " << at;
  }
  EXPECT_GT(found, 30);
}

}  // namespace
}  // namespace orgreg::store
