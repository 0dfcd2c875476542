// SPDX-License-Identifier: EUPL-1.2

#include "store/usage/copies.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <vector>

#include "store/sqlite_connections/connection.h"
#include "store/usage/table.h"

namespace orgreg::store {
namespace {

constexpr Quarter kFirst = 1000;
constexpr Quarter kLater = 2000;

UsageRow Calls(Quarter quarter, const std::string& value, std::int64_t calls) {
  return {.group = UsageGroup::kMethod, .quarter = quarter, .value = value, .calls = calls};
}

class UsageCopiesTest : public ::testing::Test {
 protected:
  UsageCopiesTest() {
    std::string name = ::testing::TempDir() + "orgreg_usage_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~UsageCopiesTest() override { std::filesystem::remove_all(folder_); }

  std::string PathOf(const std::string& name) const { return folder_ + "/" + name; }

  void Add(const std::string& name, std::initializer_list<UsageRow> rows) const {
    const auto table = UsageTable::Open(PathOf(name));
    ASSERT_TRUE(table) << table.error().message;
    ASSERT_TRUE(table.value()->Add(std::vector<UsageRow>(rows)));
  }
  void Pack(const std::string& name) const {
    const auto packed =
        UsageTable::Open(PathOf(name)).value()->PackBefore(kLater, std::chrono::seconds(10));
    ASSERT_TRUE(packed);
  }
  void TakeGreater(const std::string& from, const std::string& into) const {
    const auto taken = TakeGreaterUsage(PathOf(from), PathOf(into));
    ASSERT_TRUE(taken) << taken.error().message;
  }
  // "VALUE CALLS" of all values, those with the most calls first.
  std::vector<std::string> Top(const std::string& name) const {
    const auto table = UsageTable::Open(PathOf(name));
    std::vector<std::string> shown;
    const auto top = table.value()->Top(UsageGroup::kMethod, {}, 100);
    for (const UsageTotal& total : top.value())
      shown.push_back(total.value + " " + std::to_string(total.calls));
    return shown;
  }

  std::string folder_;
};

using Shown = std::vector<std::string>;

TEST_F(UsageCopiesTest, ACopyHasTheCountsOfAFileThatIsOpen) {
  const auto table = UsageTable::Open(PathOf("usage"));
  ASSERT_TRUE(table.value()->Add(std::vector{Calls(kFirst, "a", 3), Calls(kLater, "b", 1)}));
  ASSERT_TRUE(CopyUsage(PathOf("usage"), PathOf("copy")));
  ASSERT_TRUE(table.value()->Add(std::vector{Calls(kLater, "b", 1)}));
  EXPECT_EQ(Top("copy"), (Shown{"a 3", "b 1"}));
  EXPECT_EQ(CheckUsage(PathOf("copy")).value(), 2U);
}

TEST_F(UsageCopiesTest, ACopyReplacesNothing) {
  Add("usage", {Calls(kFirst, "a", 3)});
  Add("copy", {Calls(kFirst, "b", 1)});
  EXPECT_FALSE(CopyUsage(PathOf("usage"), PathOf("copy")));
  EXPECT_EQ(Top("copy"), Shown{"b 1"});
}

TEST_F(UsageCopiesTest, AFileThatIsMissingOrSomethingElseIsNamed) {
  EXPECT_EQ(CheckUsage(PathOf("none")).error().code, base::Code::kNotFound);
  EXPECT_EQ(CopyUsage(PathOf("none"), PathOf("copy")).error().code, base::Code::kNotFound);
  std::ofstream(PathOf("other")) << "no counts";
  for (const auto& status : {CopyUsage(PathOf("other"), PathOf("copy")),
                             TakeGreaterUsage(PathOf("other"), PathOf("into"))}) {
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.error().message.find("other"), std::string::npos);
  }
  EXPECT_FALSE(std::filesystem::exists(PathOf("copy")));
}

TEST_F(UsageCopiesTest, ACheckFindsACountThatWasAltered) {
  Add("usage", {Calls(kFirst, "HEMMELIG", 3)});
  std::ifstream file(PathOf("usage"), std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(file), {});
  bytes[bytes.find("HEMMELIG")] = 'X';
  std::ofstream(PathOf("usage"), std::ios::binary | std::ios::trunc) << bytes;
  EXPECT_EQ(CheckUsage(PathOf("usage")).error().code, base::Code::kCorrupt);
}

// A process was killed while it wrote without a log, so its journal has to be played back.
TEST_F(UsageCopiesTest, WhatAKilledProcessBeganIsUndone) {
  Add("usage", {Calls(kFirst, "a", 3)});
  {
    const auto writing = Connection::Open(PathOf("usage"), SQLITE_OPEN_READWRITE).value();
    ASSERT_TRUE(writing->Run("PRAGMA journal_mode = DELETE"));
    ASSERT_TRUE(writing->Run("PRAGMA cache_size = 1"));
    ASSERT_TRUE(writing->Run("BEGIN IMMEDIATE"));
    ASSERT_TRUE(writing->Run("DELETE FROM usage"));
    ASSERT_TRUE(writing->Run("CREATE TABLE filler (bytes BLOB)"));
    for (int row = 0; row < 100; ++row)
      ASSERT_TRUE(writing->Run("INSERT INTO filler VALUES (randomblob(4000))"));
    for (const char* ending : {"", "-journal"})
      std::filesystem::copy_file(PathOf("usage") + ending, PathOf("killed") + ending);
  }
  EXPECT_EQ(CheckUsage(PathOf("killed")).value(), 1U);
  EXPECT_EQ(Top("killed"), Shown{"a 3"});
}

TEST_F(UsageCopiesTest, CountsOfBothAreNotAddedTwice) {
  Add("backup", {Calls(kFirst, "a", 3), Calls(kFirst, "b", 5), Calls(kLater, "c", 1)});
  Add("present", {Calls(kFirst, "a", 4), Calls(kFirst, "b", 2), Calls(kFirst, "d", 7)});
  TakeGreater("backup", "present");
  const Shown wanted = {"d 7", "b 5", "a 4", "c 1"};
  EXPECT_EQ(Top("present"), wanted);
  TakeGreater("backup", "present");
  EXPECT_EQ(Top("present"), wanted);
  EXPECT_TRUE(CheckUsage(PathOf("present")));
}

TEST_F(UsageCopiesTest, PackedCountsAreComparedWithRows) {
  Add("backup", {Calls(kFirst, "a", 3), Calls(kFirst, "b", 5)});
  Pack("backup");
  Add("present", {Calls(kFirst, "a", 4)});
  TakeGreater("backup", "present");
  EXPECT_EQ(Top("present"), (Shown{"b 5", "a 4"}));
  Add("present", {Calls(kFirst, "a", 6)});
  EXPECT_EQ(Top("present"), (Shown{"a 10", "b 5"}));
}

TEST_F(UsageCopiesTest, AllCountsComeWhereThereWereNone) {
  Add("backup", {Calls(kFirst, "a", 3), Calls(kLater, "a", 1)});
  TakeGreater("backup", "present");
  EXPECT_EQ(Top("present"), Shown{"a 4"});
}

}  // namespace
}  // namespace orgreg::store
