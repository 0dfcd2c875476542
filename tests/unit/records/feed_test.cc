// SPDX-License-Identifier: EUPL-1.2

#include "records/feed.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "store/sqlite/store.h"

namespace orgreg::records {
namespace {

using model::Kind;
using model::Update;
using store::ChangeType;

constexpr std::uint32_t kFirst = 312'300'001;
constexpr std::string_view kPatch = R"([{"op":"remove","path":"/navn"}])";
constexpr std::string_view kBackPatch = R"([{"op":"replace","path":"/navn","value":"B"}])";

// A store with a log of seven lines, one for each second: entities have the ids 1, 3, 4, 6, 7,
// sub-entities 2 and 5.
class FeedTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = ::testing::TempDir() + "feed_" + test->name();
    RemoveFiles();
    auto opened = store::OpenSqlite(path_, store::OpenMode::kReadWriteCreate,
                                    {.clock_ms = [this] { return now_ms_; }});
    ASSERT_TRUE(opened) << opened.error().message;
    store_ = std::move(opened).value();
    AddLine(Kind::kEntity, kFirst, ChangeType::kNew);
    AddLine(Kind::kSubEntity, kFirst + 50, ChangeType::kNew);
    AddLine(Kind::kEntity, kFirst + 1, ChangeType::kUnknown);
    AddLine(Kind::kEntity, kFirst, ChangeType::kChange);
    AddLine(Kind::kSubEntity, kFirst + 50, ChangeType::kDeletion);
    AddLine(Kind::kEntity, kFirst, ChangeType::kDeletion);
    AddLine(Kind::kEntity, kFirst + 1, ChangeType::kRemoval);
  }

  void TearDown() override {
    store_.reset();
    RemoveFiles();
  }

  model::UpdatePage Read(const model::UpdateQuery& query, std::int64_t last_id = 7) {
    auto page = Feed(store_.get()).Read(query, last_id);
    EXPECT_TRUE(page) << page.error().message;
    return page ? *page : model::UpdatePage{};
  }

  std::vector<std::int64_t> Ids(const model::UpdateQuery& query, std::int64_t last_id = 7) {
    std::vector<std::int64_t> ids;
    for (const Update& update : Read(query, last_id).updates) ids.push_back(update.id);
    return ids;
  }

  model::RecordHistory History(std::uint32_t number, std::int64_t most = 10,
                               std::int64_t last_id = 100) {
    auto history =
        Feed(store_.get()).ReadHistory(Kind::kEntity, base::OrgNumber(number), most, last_id);
    EXPECT_TRUE(history) << history.error().message;
    return history ? *history : model::RecordHistory{};
  }

  // Puts a live row without a line of the log.
  void BulkLoad(std::uint32_t number) {
    now_ms_ += 1000;
    auto writer = store_->Write();
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE((*writer)->Put(Kind::kEntity, {.number = base::OrgNumber(number), .body = "{}"}));
    ASSERT_TRUE((*writer)->Commit());
  }

  void AddLine(Kind kind, std::uint32_t number, ChangeType type) {
    now_ms_ += 1000;
    auto writer = store_->Write();
    ASSERT_TRUE(writer) << writer.error().message;
    const bool is_removed = type == ChangeType::kRemoval;
    const std::string body = is_removed ? "" : "{\"at\":" + std::to_string(now_ms_) + "}";
    ASSERT_TRUE((*writer)->Put(
        kind, {.number = base::OrgNumber(number),
               .state = is_removed ? store::RowState::kRemoved : store::RowState::kLive,
               .body = body}));
    ASSERT_TRUE((*writer)->Log({.kind = kind,
                                .number = base::OrgNumber(number),
                                .type = type,
                                .forward = type == ChangeType::kChange ? kPatch : "",
                                .backward = type == ChangeType::kChange ? kBackPatch : ""}));
    ASSERT_TRUE((*writer)->Commit());
  }

 private:
  void RemoveFiles() {
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + ending);
  }

  std::string path_;
  std::int64_t now_ms_ = 0;
  std::unique_ptr<store::Store> store_;
};

base::Timestamp AtSecond(std::int64_t second) {
  return base::Timestamp::FromMilliseconds(second * 1000);
}

TEST_F(FeedTest, ReturnsOneKindInOrder) {
  const model::UpdatePage page = Read({.kind = Kind::kEntity});
  ASSERT_EQ(page.updates.size(), 5U);
  EXPECT_EQ(page.total, 5);
  EXPECT_EQ(Ids({.kind = Kind::kEntity}), (std::vector<std::int64_t>{1, 3, 4, 6, 7}));
  EXPECT_EQ(Ids({.kind = Kind::kSubEntity}), (std::vector<std::int64_t>{2, 5}));
  EXPECT_EQ(page.updates[1].number, base::OrgNumber(kFirst + 1));
  EXPECT_EQ(page.updates[1].time, AtSecond(3));
  std::vector<model::UpdateType> types;
  for (const Update& update : page.updates) types.push_back(update.type);
  EXPECT_EQ(types, (std::vector{model::UpdateType::kNew, model::UpdateType::kUnknown,
                                model::UpdateType::kChange, model::UpdateType::kDeletion,
                                model::UpdateType::kRemoval}));
}

TEST_F(FeedTest, ReturnsPatchesOnRequest) {
  EXPECT_EQ(Read({.with_changes = true, .first = 2, .count = 1}).updates.at(0).patch, kPatch);
  EXPECT_EQ(Read({.first = 2, .count = 1}).updates.at(0).patch, "");
}

// A client must not see a change before its record is shown.
TEST_F(FeedTest, StopsAtTheLastChangeThatIsShown) {
  EXPECT_EQ(Ids({}, 3), (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(Ids({}, 5), (std::vector<std::int64_t>{1, 3, 4}));
  EXPECT_EQ(Read({}, 5).total, 3);
  EXPECT_EQ(Ids({.descending = true, .count = 1}, 5), (std::vector<std::int64_t>{4}));
  EXPECT_EQ(Read({}, 0).total, 0);
  EXPECT_TRUE(Ids({.from_id = 6}, 5).empty());
  EXPECT_TRUE(Ids({.from_id = INT64_MAX}).empty());
}

TEST_F(FeedTest, IncludesBothEndsOfTheRange) {
  EXPECT_EQ(Ids({.from_id = 4}), (std::vector<std::int64_t>{4, 6, 7}));
  EXPECT_EQ(Ids({.from_id = 5}), (std::vector<std::int64_t>{6, 7}));
  EXPECT_EQ(Ids({.from = AtSecond(4)}), (std::vector<std::int64_t>{4, 6, 7}));
  EXPECT_EQ(Ids({.to = AtSecond(4)}), (std::vector<std::int64_t>{1, 3, 4}));
  EXPECT_EQ(Ids({.from = AtSecond(4), .to = AtSecond(4)}), (std::vector<std::int64_t>{4}));
  EXPECT_TRUE(Ids({.from = AtSecond(5), .to = AtSecond(4)}).empty());
  EXPECT_EQ(Ids({.from_id = 2, .to = AtSecond(6)}), (std::vector<std::int64_t>{3, 4, 6}));
}

TEST_F(FeedTest, FindsTheUpdatesOfNumbers) {
  const std::vector numbers = {base::OrgNumber(kFirst + 1), base::OrgNumber(kFirst + 50)};
  EXPECT_EQ(Ids({.numbers = numbers}), (std::vector<std::int64_t>{3, 7}));
  EXPECT_EQ(Read({.numbers = numbers, .count = 1}).total, 2);
  EXPECT_EQ(Ids({.numbers = numbers}, 6), (std::vector<std::int64_t>{3}));
  EXPECT_EQ(Ids({.numbers = numbers, .descending = true}), (std::vector<std::int64_t>{7, 3}));
}

TEST_F(FeedTest, GivesOnePageAndTheTotal) {
  const model::UpdatePage page = Read({.first = 3, .count = 5});
  EXPECT_EQ(page.updates.size(), 2U);
  EXPECT_EQ(page.updates.at(0).id, 6);
  EXPECT_EQ(page.total, 5);
  EXPECT_TRUE(Ids({.first = 5}).empty());
  EXPECT_EQ(Ids({.descending = true, .first = 1, .count = 2}), (std::vector<std::int64_t>{6, 4}));
}

std::vector<std::int64_t> IdsOf(const model::RecordHistory& history) {
  std::vector<std::int64_t> ids;
  for (const model::PastChange& change : history.changes) ids.push_back(change.id);
  return ids;
}

TEST_F(FeedTest, ReturnsTheHistoryOfOneRecordFromTheNewest) {
  const model::RecordHistory history = History(kFirst);
  EXPECT_EQ(IdsOf(history), (std::vector<std::int64_t>{6, 4, 1}));
  EXPECT_EQ(history.total, 3);
  EXPECT_EQ(history.changes[1].type, model::UpdateType::kChange);
  EXPECT_EQ(history.changes[1].time, AtSecond(4));
  EXPECT_EQ(history.changes[1].forward, kPatch);
  EXPECT_EQ(history.changes[1].backward, kBackPatch);
  EXPECT_FALSE(history.loaded);
}

TEST_F(FeedTest, LimitsAHistoryToItsNewestChangesThatAreShown) {
  EXPECT_EQ(IdsOf(History(kFirst, 2)), (std::vector<std::int64_t>{6, 4}));
  EXPECT_EQ(History(kFirst, 2).total, 3);
  EXPECT_EQ(IdsOf(History(kFirst, 10, 5)), (std::vector<std::int64_t>{4, 1}));
}

TEST_F(FeedTest, KnowsNoHistoryOfARecordThatIsNotThere) {
  EXPECT_TRUE(History(kFirst + 7).changes.empty());
  EXPECT_FALSE(History(kFirst + 7).loaded);
}

TEST_F(FeedTest, SaysWhenARecordWasLoaded) {
  BulkLoad(kFirst + 8);
  EXPECT_TRUE(History(kFirst + 8).changes.empty());
  EXPECT_EQ(History(kFirst + 8).loaded, AtSecond(8));
  AddLine(Kind::kEntity, kFirst + 8, ChangeType::kChange);
  EXPECT_EQ(IdsOf(History(kFirst + 8)), (std::vector<std::int64_t>{8}));
  EXPECT_EQ(History(kFirst + 8).loaded, AtSecond(8));
  // This one was registered by a change, long before the load.
  EXPECT_FALSE(History(kFirst).loaded);
  // The oldest changes are not among these, so its beginning is not known.
  AddLine(Kind::kEntity, kFirst + 8, ChangeType::kChange);
  EXPECT_FALSE(History(kFirst + 8, 1).loaded);
}

}  // namespace
}  // namespace orgreg::records
