// SPDX-License-Identifier: EUPL-1.2

// Usage counts that several servers share, with a real database.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "store/cluster.h"
#include "store/usage/exchange.h"
#include "store/usage/table.h"
#include "unit/store/postgresql/backend.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Status;
using testing::ElementsAre;

namespace fs = std::filesystem;

Quarter QuarterNow() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count() / kQuarterMs;
}

// A database that is away, or whose answers to Put are lost on their way.
class Faulty final : public SharedUsage {
 public:
  enum class Fault { kAway, kLosesAnswers };
  Faulty(SharedUsage* behind, Fault fault) : behind_(behind), fault_(fault) {}

  base::Result<UsageState> State() override {
    if (fault_ == Fault::kAway) return Lost();
    return behind_->State();
  }
  base::Result<std::vector<UsagePart>> PartsOf(std::span<const std::string> runs) override {
    return behind_->PartsOf(runs);
  }
  base::Result<std::vector<UsagePart>> Changed(const UsageQuestion& question) override {
    return behind_->Changed(question);
  }
  Status Put(std::span<const UsagePart> parts) override {
    TRY(behind_->Put(parts));
    return Lost();
  }
  Status DropOlder(std::uint32_t days) override { return behind_->DropOlder(days); }

 private:
  static base::Error Lost() { return {Code::kUnavailable, "is away"}; }

  SharedUsage* behind_;
  const Fault fault_;
};

// One server: a folder with its counts.
class Counting {
 public:
  explicit Counting(fs::path folder) : folder_(std::move(folder)) {
    fs::create_directories(folder_);
    Start();
  }

  void Start() {
    table_ = std::move(UsageTable::Open(path())).value();
    const Status shares = table_->Share(now_);
    EXPECT_TRUE(shares.ok()) << shares.error().message;
    exchange_ = std::make_unique<UsageExchange>(
        UsageExchange::Plan{.path = path(), .retention_days = kDays});
  }
  void Stop() {
    exchange_.reset();
    table_.reset();
  }
  void Restart() {
    Stop();
    Start();
  }

  void Count(const std::string& value, std::int64_t calls, Quarter ago = 0,
             UsageGroup group = UsageGroup::kOrganisation) {
    const UsageRow row = {.group = group, .quarter = now_ - ago, .value = value, .calls = calls};
    EXPECT_TRUE(table_->Add(std::vector{row}).ok());
  }
  void Pack() { EXPECT_TRUE(table_->PackBefore(now_ + 1, std::chrono::seconds(10)).ok()); }
  Status Exchange(SharedUsage* shared) { return exchange_->Exchange(shared, now_); }

  // "VALUE CALLS" of all values, those with the most calls first.
  std::vector<std::string> Top() {
    const auto top = table_->Top(UsageGroup::kOrganisation, {}, 100);
    EXPECT_TRUE(top.ok()) << top.error().message;
    std::vector<std::string> shown;
    for (const UsageTotal& total : *top)
      shown.push_back(total.value + " " + std::to_string(total.calls));
    return shown;
  }
  bool HasOtherSecret() const { return exchange_->HasOtherSecret(now_); }
  UsageTable* table() { return table_.get(); }
  std::string path() const { return folder_ / "usage.db"; }
  const fs::path& folder() const { return folder_; }

  static constexpr std::uint32_t kDays = 30;

 private:
  const fs::path folder_;
  const Quarter now_ = QuarterNow();
  std::unique_ptr<UsageTable> table_;
  std::unique_ptr<UsageExchange> exchange_;
};

class SharedUsageTest : public testing::Test {
 protected:
  SharedUsageTest() {
    std::string name = testing::TempDir() + "orgreg_shared_usage_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~SharedUsageTest() override { fs::remove_all(folder_); }

  fs::path Folder(const std::string& name) const { return folder_ / name; }
  SharedUsage* shared() { return store_->cluster()->usage(); }
  void Tamper(const std::string& sql) { backend_.Tamper(sql); }
  // Twice, so that the first one sees what the last one has put.
  void Exchange(const std::vector<Counting*>& servers) {
    for (int again = 0; again < 2; ++again) {
      for (Counting* const server : servers) {
        const Status done = server->Exchange(shared());
        EXPECT_TRUE(done.ok()) << done.error().message;
      }
    }
  }
  // The folder as it is, also while a server uses it.
  fs::path Copy(const Counting& server, const std::string& name) const {
    fs::copy(server.folder(), Folder(name), fs::copy_options::recursive);
    return Folder(name);
  }

  PgBackend backend_{&PgServer::Shared()};
  std::unique_ptr<Store> store_ = backend_.Open();
  fs::path folder_;
};

TEST_F(SharedUsageTest, IsTheSumAtEachServer) {
  Counting one(Folder("one"));
  Counting two(Folder("two"));
  one.Count("a", 2);
  two.Count("a", 3);
  two.Count("", 1);
  EXPECT_THAT(one.Top(), ElementsAre("a 2"));
  Exchange({&one, &two});
  for (Counting* const server : {&one, &two}) EXPECT_THAT(server->Top(), ElementsAre("a 5", " 1"));
  one.Count("b", 9);
  one.Count("a", 1);
  Exchange({&one, &two});
  for (Counting* const server : {&one, &two})
    EXPECT_THAT(server->Top(), ElementsAre("b 9", "a 6", " 1"));
}

TEST_F(SharedUsageTest, HasOldQuartersAndLateCalls) {
  Counting one(Folder("one"));
  Counting two(Folder("two"));
  one.Count("a", 1, 5);
  one.Count("a", 2, 4);
  one.Pack();
  Exchange({&one, &two});
  EXPECT_THAT(two.Top(), ElementsAre("a 3"));
  one.Count("a", 4, 5);
  one.Pack();
  Exchange({&one, &two});
  EXPECT_THAT(two.Top(), ElementsAre("a 7"));
  const auto span = UsageSpan{.first = QuarterNow() - 4};
  EXPECT_EQ(two.table()->Top(UsageGroup::kOrganisation, span, 9)->front().calls, 2);
}

TEST_F(SharedUsageTest, CountsNothingTwiceAfterRestarts) {
  Counting one(Folder("one"));
  Counting two(Folder("two"));
  for (int again = 0; again < 4; ++again) {
    one.Count("a", 1);
    if (again % 2 == 0) Exchange({&one, &two});
    one.Restart();
    one.Count("a", 10);
    two.Restart();
  }
  Exchange({&one, &two});
  for (Counting* const server : {&one, &two}) EXPECT_THAT(server->Top(), ElementsAre("a 44"));
}

TEST_F(SharedUsageTest, GoesOnWhileTheDatabaseIsAway) {
  Counting one(Folder("one"));
  Counting two(Folder("two"));
  one.Count("a", 1);
  Exchange({&one, &two});
  Faulty away(shared(), Faulty::Fault::kAway);
  for (Counting* const server : {&one, &two}) {
    server->Count("a", 10);
    EXPECT_EQ(server->Exchange(&away).error().code, Code::kUnavailable);
    server->Restart();
    EXPECT_EQ(server->Exchange(&away).error().code, Code::kUnavailable);
    EXPECT_THAT(server->Top(), ElementsAre("a 11")) << "what others had before stays";
  }
  Exchange({&one, &two});
  for (Counting* const server : {&one, &two}) EXPECT_THAT(server->Top(), ElementsAre("a 21"));
}

TEST_F(SharedUsageTest, CountsNothingTwiceIfAnAnswerIsLost) {
  Counting one(Folder("one"));
  Counting two(Folder("two"));
  one.Count("a", 1);
  Faulty losing(shared(), Faulty::Fault::kLosesAnswers);
  for (int again = 0; again < 3; ++again) {
    EXPECT_FALSE(one.Exchange(&losing).ok() && again == 0);
    one.Count("a", 1);
  }
  Exchange({&one, &two});
  EXPECT_THAT(two.Top(), ElementsAre("a 4"));
}

TEST_F(SharedUsageTest, KeepsTheCountsOfAServerThatIsGone) {
  {
    Counting gone(Folder("gone"));
    gone.Count("a", 5);
    Exchange({&gone});
  }
  fs::remove_all(Folder("gone"));
  Counting another(Folder("gone"));
  another.Count("a", 1);
  Counting two(Folder("two"));
  Exchange({&another, &two});
  for (Counting* const server : {&another, &two}) EXPECT_THAT(server->Top(), ElementsAre("a 6"));
}

TEST_F(SharedUsageTest, CountsACopiedFolderOnce) {
  Counting one(Folder("one"));
  Counting two(Folder("two"));
  one.Count("a", 5);
  Exchange({&one, &two});
  one.Count("a", 1);
  one.Stop();
  Counting copy(Copy(one, "copy"));
  one.Start();
  one.Count("a", 10);
  copy.Count("a", 100);
  copy.Count("b", 1);
  Exchange({&one, &two, &copy});
  for (Counting* const server : {&one, &two, &copy})
    EXPECT_THAT(server->Top(), ElementsAre("a 116", "b 1"));
  for (Counting* const server : {&one, &two, &copy}) {
    server->Restart();
    server->Count("c", 1);
  }
  Exchange({&one, &two, &copy});
  for (Counting* const server : {&one, &two, &copy})
    EXPECT_THAT(server->Top(), ElementsAre("a 116", "c 3", "b 1"));
}

// The original goes on in the run that the copy has too.
TEST_F(SharedUsageTest, CountsAFolderThatWasCopiedInUseOnce) {
  Counting one(Folder("one"));
  Counting two(Folder("two"));
  one.Count("a", 5);
  Exchange({&one, &two});
  Counting copy(Copy(one, "copy"));
  one.Count("a", 10);
  copy.Count("a", 100);
  Exchange({&copy, &one, &two, &copy});
  for (Counting* const server : {&one, &two, &copy})
    EXPECT_THAT(server->Top(), ElementsAre("a 115"));
}

TEST_F(SharedUsageTest, LosesNothingWhenAnOlderFileComesBack) {
  for (const bool only_counts : {false, true}) {
    const std::string mark = only_counts ? "o" : "f";
    Counting one(Folder("one" + mark));
    one.Count(mark, 5, 2);
    one.Count(mark, 5);
    Exchange({&one});
    const fs::path old = Copy(one, "old" + mark);
    one.Count(mark, 10);
    Exchange({&one});
    one.Restart();
    one.Count(mark, 100);
    Exchange({&one});
    one.Stop();
    if (only_counts) {
      for (const char* const name : {"usage.db", "usage.db-wal", "usage.db-shm"}) {
        fs::remove(one.folder() / name);
        if (fs::exists(old / name)) fs::copy(old / name, one.folder() / name);
      }
    } else {
      fs::remove_all(one.folder());
      fs::copy(old, one.folder(), fs::copy_options::recursive);
    }
    one.Start();
    one.Count(mark, 1'000);
    Exchange({&one});
    Counting two(Folder("two"));
    Exchange({&two});
    EXPECT_THAT(one.Top(), testing::Contains(mark + " 1120"));
    EXPECT_THAT(two.Top(), testing::Contains(mark + " 1120"));
  }
}

TEST_F(SharedUsageTest, PutsBackWhatAFailoverHasLost) {
  Counting one(Folder("one"));
  Counting two(Folder("two"));
  one.Count("a", 5, 1);
  Exchange({&one, &two});
  one.Count("a", 1);
  Exchange({&one, &two});
  Tamper("DELETE FROM usage_part WHERE change > 1");
  Tamper("UPDATE usage_change SET newest = 1");
  Faulty away(shared(), Faulty::Fault::kAway);
  EXPECT_FALSE(one.Exchange(&away).ok());
  Exchange({&one, &two});
  Counting three(Folder("three"));
  Exchange({&three});
  for (Counting* const server : {&one, &two, &three})
    EXPECT_THAT(server->Top(), ElementsAre("a 6"));
}

TEST_F(SharedUsageTest, BeginsAnewWithOtherTables) {
  Counting one(Folder("one"));
  Counting two(Folder("two"));
  one.Count("a", 5);
  two.Count("a", 1);
  Exchange({&one, &two});
  Tamper("DELETE FROM usage_part");
  Tamper("UPDATE usage_change SET newest = 0, origin = 'other'");
  Exchange({&one});
  EXPECT_THAT(one.Top(), ElementsAre("a 5")) << "two was not there yet";
  Exchange({&two, &one});
  for (Counting* const server : {&one, &two}) EXPECT_THAT(server->Top(), ElementsAre("a 6"));
}

TEST_F(SharedUsageTest, ComesAgainIfTheCopyIsDamaged) {
  Counting one(Folder("one"));
  Counting two(Folder("two"));
  one.Count("a", 5);
  Exchange({&one, &two});
  two.Stop();
  for (const char* const ending : {"-wal", "-shm"}) fs::remove(two.path() + "-others" + ending);
  std::ofstream(two.path() + "-others") << std::string(8192, 'x');
  two.Start();
  EXPECT_EQ(two.table()->Top(UsageGroup::kOrganisation, {}, 9).error().code, Code::kUnavailable);
  Exchange({&two});
  EXPECT_THAT(two.Top(), ElementsAre("a 5"));
}

TEST_F(SharedUsageTest, DropsOldQuartersOfAll) {
  constexpr Quarter kOld = Quarter{Counting::kDays} * 96 + 1;
  Counting one(Folder("one"));
  one.Count("a", 1, kOld);
  one.Count("a", 2, kOld - 10);
  Exchange({&one});
  Tamper("DO $$ BEGIN ASSERT (SELECT count(*) FROM usage_part) = 1; END $$");
  Tamper("UPDATE usage_part SET quarter = quarter - 20");
  Counting two(Folder("two"));
  Exchange({&two});
  EXPECT_THAT(two.Top(), testing::IsEmpty());
  Tamper("DO $$ BEGIN ASSERT (SELECT count(*) FROM usage_part) = 0; END $$");
}

// As the start of a server that has another secret does.
TEST_F(SharedUsageTest, TellsSecretsApart) {
  for (const bool differ : {false, true}) {
    const std::string mark = differ ? "d" : "s";
    Counting one(Folder("one" + mark));
    Counting two(Folder("two" + mark));
    EXPECT_TRUE(one.table()->Share(QuarterNow(), "x=").ok());
    EXPECT_TRUE(two.table()->Share(QuarterNow(), differ ? "y=" : "x=").ok());
    one.Count("a", 1);
    Exchange({&one, &two});
    EXPECT_FALSE(two.HasOtherSecret()) << "no address was counted";
    one.Count("mark", 1, 0, UsageGroup::kAddress);
    Exchange({&one, &two});
    EXPECT_EQ(two.HasOtherSecret(), differ);
    EXPECT_FALSE(one.HasOtherSecret());
    Tamper("DELETE FROM usage_part");
  }
}

TEST_F(SharedUsageTest, ComesInPages) {
  constexpr int kQuarters = 2'100;
  Counting one(Folder("one"));
  for (int ago = 0; ago < kQuarters; ++ago) one.Count("a", 1, ago);
  one.Count(std::string(3'000'000, 'b'), 1, 7);
  one.Pack();
  Counting two(Folder("two"));
  Exchange({&one, &two});
  EXPECT_EQ(two.Top().front(), "a " + std::to_string(kQuarters));
}

TEST_F(SharedUsageTest, WaitsForItsTables) {
  Tamper("DROP TABLE usage_part, usage_change, timeline, set_back");
  Tamper("DELETE FROM addition WHERE version > 2");
  Counting one(Folder("one"));
  one.Count("a", 1);
  const Status lacking = one.Exchange(shared());
  EXPECT_EQ(lacking.error().code, Code::kNotFound);
  EXPECT_THAT(lacking.error().message, testing::HasSubstr("run orgreg store upgrade"));
  EXPECT_THAT(one.Top(), ElementsAre("a 1"));
  ASSERT_TRUE(OpenPostgresql(backend_.uri(), OpenMode::kUpgrade, kImpatient).ok());
  Counting two(Folder("two"));
  Exchange({&one, &two});
  EXPECT_THAT(two.Top(), ElementsAre("a 1"));
}

TEST_F(SharedUsageTest, IsReadByAUserWhoMayNotWrite) {
  Counting one(Folder("one"));
  one.Count("a", 1);
  Exchange({&one});
  Tamper("CREATE ROLE usage_reader LOGIN");
  Tamper("GRANT SELECT ON ALL TABLES IN SCHEMA public TO usage_reader");
  std::string reader = backend_.uri();
  reader.replace(reader.find("user=orgreg"), std::string("user=orgreg").size(),
                 "user=usage_reader");
  {
    const auto store = std::move(OpenPostgresql(reader, OpenMode::kReadOnly, kImpatient)).value();
    Counting two(Folder("two"));
    two.Count("b", 1);
    EXPECT_EQ(two.Exchange(store->cluster()->usage()).error().code, Code::kInvalid);
    EXPECT_THAT(two.Top(), ElementsAre("a 1", "b 1"));
  }
  Tamper("DROP OWNED BY usage_reader");
  Tamper("DROP ROLE usage_reader");
}

}  // namespace
}  // namespace orgreg::store
