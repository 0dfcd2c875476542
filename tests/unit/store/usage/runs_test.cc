// SPDX-License-Identifier: EUPL-1.2

#include "store/usage/runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "store/usage/copies.h"
#include "store/usage/table.h"

namespace orgreg::store {
namespace {

using testing::ElementsAre;

constexpr UsageGroup kGroup = UsageGroup::kMethod;

class UsageRunsTest : public ::testing::Test {
 protected:
  UsageRunsTest() {
    std::string name = ::testing::TempDir() + "orgreg_runs_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~UsageRunsTest() override { std::filesystem::remove_all(folder_); }

  std::string PathOf(const std::string& name) const { return folder_ + "/" + name; }

  // A run that adds a call in each of these quarters.
  void Run(Quarter now, const std::vector<Quarter>& quarters) const {
    const auto table = UsageTable::Open(PathOf("a")).value();
    ASSERT_TRUE(table->Share(now).ok());
    for (const Quarter quarter : quarters) {
      const UsageRow row = {.group = kGroup, .quarter = quarter, .value = "v", .calls = 1};
      ASSERT_TRUE(table->Add(std::vector{row}).ok());
    }
  }

  // "RUN:CALLS", with the number of the run in its order.
  std::vector<std::string> Divided(const std::string& name, Quarter quarter) const {
    const auto connection =
        std::move(Connection::Open(PathOf(name), SQLITE_OPEN_READWRITE)).value();
    const auto runs = RunsOf(connection.get()).value();
    const auto all = CountsOfRuns(connection.get(), runs, kGroup, quarter);
    EXPECT_TRUE(all.ok()) << all.error().message;
    std::vector<std::string> shown;
    for (const RunCounts& each : *all) {
      const auto run = std::ranges::find(runs, each.run, &UsageRun::name);
      shown.push_back(std::to_string(run - runs.begin()) + ":" +
                      std::to_string(CallsOf(each.counts)));
    }
    return shown;
  }

  std::string folder_;
};

TEST_F(UsageRunsTest, DivideTheCountsOfAQuarter) {
  Run(10, {10, 10, 11});
  Run(11, {11, 11});
  Run(11, {});
  Run(11, {11, 12, 13});
  Run(14, {14});
  EXPECT_THAT(Divided("a", 9), ElementsAre());
  EXPECT_THAT(Divided("a", 10), ElementsAre("0:2"));
  EXPECT_THAT(Divided("a", 11), ElementsAre("0:1", "1:2", "3:1"));
  EXPECT_THAT(Divided("a", 12), ElementsAre("3:1"));
  EXPECT_THAT(Divided("a", 14), ElementsAre("4:1"));
}

TEST_F(UsageRunsTest, TakeOverWhatAFileHadBefore) {
  {
    const auto table = UsageTable::Open(PathOf("a")).value();
    ASSERT_TRUE(table->Add(std::vector{UsageRow{.quarter = 3, .value = "v", .calls = 7}}).ok());
  }
  Run(10, {10});
  EXPECT_THAT(Divided("a", 3), ElementsAre("0:7"));
  EXPECT_THAT(Divided("a", 10), ElementsAre("0:1"));
}

// Each count is still of one run.
TEST_F(UsageRunsTest, OutliveAClockThatGoesBack) {
  Run(100, {100, 110});
  Run(90, {90, 110, 120});
  Run(95, {95, 120});
  EXPECT_THAT(Divided("a", 90), ElementsAre("0:1"));
  EXPECT_THAT(Divided("a", 95), ElementsAre("0:1"));
  EXPECT_THAT(Divided("a", 100), ElementsAre("0:1"));
  EXPECT_THAT(Divided("a", 110), ElementsAre("0:1", "1:1"));
  EXPECT_THAT(Divided("a", 120), ElementsAre("1:1", "2:1"));
}

TEST_F(UsageRunsTest, AreForgottenWithTheirCounts) {
  Run(10, {10});
  Run(20, {20});
  Run(30, {30});
  ASSERT_TRUE(UsageTable::Open(PathOf("a")).value()->DropBefore(25).ok());
  Run(40, {40});
  EXPECT_THAT(Divided("a", 30), ElementsAre("1:1")) << "the first run is forgotten";
  EXPECT_THAT(Divided("a", 40), ElementsAre("2:1"));
}

TEST_F(UsageRunsTest, ComeBackWithABackup) {
  Run(10, {10});
  Run(10, {10, 10});
  ASSERT_TRUE(CopyUsage(PathOf("a"), PathOf("copy")).ok());
  ASSERT_TRUE(TakeGreaterUsage(PathOf("copy"), PathOf("new")).ok());
  EXPECT_THAT(Divided("new", 10), ElementsAre("0:1", "1:2"));
  Run(10, {10});
  ASSERT_TRUE(TakeGreaterUsage(PathOf("copy"), PathOf("a")).ok());
  EXPECT_THAT(Divided("a", 10), ElementsAre("0:1", "1:2", "2:1"));
}

}  // namespace
}  // namespace orgreg::store
