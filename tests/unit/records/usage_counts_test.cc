// SPDX-License-Identifier: EUPL-1.2

#include "records/usage_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "unit/formats/scratch_folder.h"

namespace orgreg::records {
namespace {

using base::OrgNumber;
using base::Timestamp;
using formats::ScratchFolder;
using model::UsageMethod;
using store::UsageGroup;
using testing::ElementsAre;

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kNoonMs = 20'000 * kDayMs + kDayMs / 2;

class UsageCountsTest : public testing::Test {
 protected:
  std::unique_ptr<UsageCounts> Open(UsageOptions options = {}) {
    if (!options.clock) options.clock = [this] { return Timestamp::FromMilliseconds(now_ms_); };
    return std::make_unique<UsageCounts>(path_, folder_.PathOf("secret"), std::move(options));
  }

  // "calls;value", in the order of the result.
  static std::vector<std::string> Top(UsageCounts* counts, UsageGroup group,
                                      std::optional<std::int64_t> first_ms = {},
                                      std::optional<std::int64_t> end_ms = {}) {
    const auto at = [](std::optional<std::int64_t> ms) {
      return ms ? std::optional(Timestamp::FromMilliseconds(*ms)) : std::nullopt;
    };
    const auto totals = counts->Top(group, at(first_ms), at(end_ms));
    EXPECT_TRUE(totals);
    std::vector<std::string> texts;
    for (const store::UsageTotal& total : *totals) {
      texts.push_back(std::to_string(total.calls) + ";" + total.value);
    }
    return texts;
  }

  ScratchFolder folder_{"usage_counts"};
  std::string path_ = folder_.PathOf("usage.db");
  std::int64_t now_ms_ = kNoonMs;
};

UsageCall Statements(std::uint32_t number) {
  return {.method = UsageMethod::kStatements, .number = OrgNumber(number), .address = "10.0.0.1"};
}

TEST_F(UsageCountsTest, AreByOrganisationMethodAndAddress) {
  const auto counts = Open();
  for (const std::uint32_t number : {314159268U, 314159268U, 310000000U}) {
    counts->Record(Statements(number));
  }
  counts->Record({.method = UsageMethod::kStatementById, .address = "10.0.0.2"});
  counts->Record({.method = UsageMethod::kLog});
  EXPECT_THAT(Top(counts.get(), UsageGroup::kMethod),
              ElementsAre("3;getRegnskap", "1;getLog", "1;getRegnskapById"));
  // Equal numbers in order of value, the missing one last of them.
  EXPECT_THAT(Top(counts.get(), UsageGroup::kOrganisation),
              ElementsAre("2;314159268", "2;", "1;310000000"));
  const auto marker = auth::AddressMarker::Open(folder_.PathOf("secret"));
  EXPECT_THAT(Top(counts.get(), UsageGroup::kAddress),
              ElementsAre("3;" + marker->Mark("10.0.0.1"), "1;" + marker->Mark("10.0.0.2"), "1;"));
}

TEST_F(UsageCountsTest, NeverHoldAnAddress) {
  {
    const auto counts = Open();
    counts->Record({.method = UsageMethod::kLog, .address = "203.0.113.77"});
  }
  for (const auto& file : std::filesystem::directory_iterator(folder_.path())) {
    EXPECT_EQ(formats::BytesOf(file.path()).find("203.0.113.77"), std::string::npos);
  }
}

TEST_F(UsageCountsTest, OutliveARestart) {
  for (int i = 0; i < 3; ++i) Open()->Record(Statements(314159268));
  EXPECT_THAT(Top(Open().get(), UsageGroup::kOrganisation), ElementsAre("3;314159268"));
  struct stat about = {};
  ASSERT_EQ(stat(path_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777, 0600U);
}

TEST_F(UsageCountsTest, AreFromOneMomentOnAndBeforeAnother) {
  const auto counts = Open();
  for (int day = 0; day < 3; ++day) {
    counts->Record(Statements(310000000U + static_cast<std::uint32_t>(day)));
    now_ms_ += kDayMs;
  }
  const auto top = [&](std::optional<std::int64_t> first, std::optional<std::int64_t> end) {
    return Top(counts.get(), UsageGroup::kOrganisation, first, end);
  };
  EXPECT_THAT(top(kNoonMs, kNoonMs + kDayMs), ElementsAre("1;310000000"));
  EXPECT_THAT(top(kNoonMs + kDayMs, {}), ElementsAre("1;310000001", "1;310000002"));
  EXPECT_THAT(top({}, kNoonMs + 2 * kDayMs), ElementsAre("1;310000000", "1;310000001"));
  EXPECT_THAT(top({}, kNoonMs), ElementsAre());
  EXPECT_THAT(top(kNoonMs + 3 * kDayMs, {}), ElementsAre());
  EXPECT_THAT(top(kNoonMs + kDayMs, kNoonMs), ElementsAre());
}

TEST_F(UsageCountsTest, ListTheFirstFifty) {
  const auto counts = Open();
  for (std::uint32_t i = 0; i < 60; ++i) {
    for (std::uint32_t calls = 0; calls <= i; ++calls) counts->Record(Statements(310000000U + i));
  }
  const auto top = Top(counts.get(), UsageGroup::kOrganisation);
  ASSERT_EQ(top.size(), 50U);
  EXPECT_EQ(top.front(), "60;310000059");
  EXPECT_EQ(top.back(), "11;310000010");
}

TEST_F(UsageCountsTest, AreDroppedAfterTheirTime) {
  {
    const auto counts = Open();
    counts->Record(Statements(310000000));
  }
  now_ms_ += 30 * kDayMs;
  {
    const auto counts = Open({.retention_days = 31});
    counts->Record(Statements(310000001));
  }
  EXPECT_EQ(Top(Open().get(), UsageGroup::kOrganisation).size(), 2U);
  now_ms_ += 2 * kDayMs;
  {
    const auto counts = Open({.retention_days = 31});
  }  // Written at its end at the latest.
  for (const UsageGroup group :
       {UsageGroup::kOrganisation, UsageGroup::kMethod, UsageGroup::kAddress}) {
    EXPECT_EQ(Top(Open().get(), group).size(), 1U);
  }
  EXPECT_THAT(Top(Open().get(), UsageGroup::kOrganisation), ElementsAre("1;310000001"));
}

TEST_F(UsageCountsTest, LoseNoneOfManyThreads) {
  constexpr int kThreads = 8;
  constexpr int kCalls = 12'500;
  const auto counts = Open({.flush_every = std::chrono::milliseconds(5)});
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&counts, thread] {
      for (int i = 0; i < kCalls; ++i) {
        counts->Record(Statements(310000000U + static_cast<std::uint32_t>(thread)));
        // Queries come meanwhile.
        if (i != kCalls / 2) continue;
        EXPECT_TRUE(counts->Top(UsageGroup::kMethod, {}, {}));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(Top(counts.get(), UsageGroup::kMethod), ElementsAre("100000;getRegnskap"));
  const auto by_number = Top(counts.get(), UsageGroup::kOrganisation);
  ASSERT_EQ(by_number.size(), 8U);
  for (const std::string& text : by_number) EXPECT_TRUE(text.starts_with("12500;")) << text;
  EXPECT_EQ(counts->lost(), 0U);
}

// The child writes a byte for each call once it is recorded, and is killed at some moment.
TEST_F(UsageCountsTest, LoseLessThanASecondWhenTheProcessIsKilled) {
  std::array<int, 2> ends = {};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto counts = Open();
    while (true) {
      counts->Record(Statements(314159268));
      if (write(ends[1], "x", 1) != 1) _exit(1);
      usleep(1'000);
    }
  }
  close(ends[1]);
  using Clock = std::chrono::steady_clock;
  std::vector<Clock::time_point> recorded;
  char byte = 0;
  // From the first call on, so that the start of the child does not count.
  while (read(ends[0], &byte, 1) == 1) {
    recorded.push_back(Clock::now());
    if (recorded.back() - recorded.front() > std::chrono::milliseconds(2'500)) break;
  }
  kill(child, SIGKILL);
  const Clock::time_point killed = Clock::now();
  waitpid(child, nullptr, 0);
  close(ends[0]);
  const auto expected = std::ranges::count_if(
      recorded, [&](Clock::time_point time) { return killed - time > std::chrono::seconds(1); });
  ASSERT_GT(expected, 100);
  const auto totals = Open()->Top(UsageGroup::kMethod, {}, {});
  ASSERT_EQ(totals->size(), 1U);
  EXPECT_GE(totals->front().calls, expected);
}

TEST_F(UsageCountsTest, AreWrittenLaterIfTheFileIsBusy) {
  std::vector<std::string> reports;
  std::mutex mutex;
  const auto report = [&](const std::string& problem) {
    const std::lock_guard lock(mutex);
    reports.push_back(problem);
  };
  const auto counts = Open({.report = report});
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  counts->Record(Statements(314159268));
  // Not on disk yet: a missing count must not look like no calls.
  const auto totals = counts->Top(UsageGroup::kMethod, {}, {});
  ASSERT_FALSE(totals);
  EXPECT_EQ(totals.error().code, base::Code::kUnavailable);
  ASSERT_EQ(sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(other);
  EXPECT_THAT(Top(counts.get(), UsageGroup::kMethod), ElementsAre("1;getRegnskap"));
  const std::lock_guard lock(mutex);
  ASSERT_EQ(reports.size(), 2U);
  EXPECT_NE(reports[0], "");
  EXPECT_EQ(reports[1], "");
}

// Calls with further values count as calls without one; a restart does not reset this, the next
// quarter does.
TEST_F(UsageCountsTest, AreOfSoManyValuesInAQuarter) {
  const auto record = [this](std::uint32_t first, std::uint32_t last) {
    const auto counts = Open({.most_values = 3});
    for (std::uint32_t i = first; i <= last; ++i) {
      counts->Record({.method = UsageMethod::kStatements,
                      .number = OrgNumber(310000000U + i),
                      .address = "10.0.0." + std::to_string(i)});
    }
    counts->Record(Statements(310000001));
    return Top(counts.get(), UsageGroup::kOrganisation);
  };
  EXPECT_THAT(record(1, 2), ElementsAre("2;310000001", "1;310000002"));
  EXPECT_THAT(record(3, 9), ElementsAre("6;", "3;310000001", "1;310000002", "1;310000003"));
  EXPECT_THAT(Top(Open().get(), UsageGroup::kAddress), testing::SizeIs(4));
  now_ms_ += store::kQuarterMs;
  EXPECT_THAT(record(4, 4),
              ElementsAre("6;", "4;310000001", "1;310000002", "1;310000003", "1;310000004"));
}

// Rows of quarters that are over are packed, and are counted as before.
TEST_F(UsageCountsTest, ArePackedWhenTheirQuarterIsOver) {
  const auto rows = [this](const char* table) {
    sqlite3* other = nullptr;
    sqlite3_open(path_.c_str(), &other);
    sqlite3_stmt* count = nullptr;
    const std::string sql = std::string("SELECT count(*) FROM ") + table;
    EXPECT_EQ(sqlite3_prepare_v2(other, sql.c_str(), -1, &count, nullptr), SQLITE_OK);
    sqlite3_step(count);
    const int number = sqlite3_column_int(count, 0);
    sqlite3_finalize(count);
    sqlite3_close(other);
    return number;
  };
  {
    const auto counts = Open();
    for (const std::uint32_t number : {310000002U, 310000001U, 310000001U}) {
      counts->Record(Statements(number));
    }
    counts->Record({.method = UsageMethod::kLog});
  }
  EXPECT_EQ(rows("usage"), 7);
  EXPECT_EQ(rows("packs"), 0);
  now_ms_ += store::kQuarterMs;
  // Each opening packs for a limited time, which is short on a busy machine.
  for (int opened = 0; opened < 50 && rows("usage") > 0; ++opened) Open();
  EXPECT_EQ(rows("usage"), 0);
  EXPECT_EQ(rows("packs"), 3);
  const auto counts = Open();
  counts->Record(Statements(310000002));
  EXPECT_THAT(Top(counts.get(), UsageGroup::kOrganisation),
              ElementsAre("2;310000001", "2;310000002", "1;"));
  EXPECT_THAT(Top(counts.get(), UsageGroup::kOrganisation, {},
                  now_ms_ / store::kQuarterMs * store::kQuarterMs),
              ElementsAre("2;310000001", "1;310000002", "1;"));
}

// A file of the previous version, which had only rows.
TEST_F(UsageCountsTest, ReadAFileWithoutPacks) {
  {
    const auto counts = Open();
    counts->Record(Statements(314159268));
  }
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(
      sqlite3_exec(other,
                   "DROP TABLE packs; ALTER TABLE usage DROP COLUMN sum; PRAGMA user_version = 1",
                   nullptr, nullptr, nullptr),
      SQLITE_OK);
  sqlite3_close(other);
  now_ms_ += kDayMs;
  EXPECT_THAT(Top(Open().get(), UsageGroup::kOrganisation), ElementsAre("1;314159268"));
  EXPECT_THAT(Top(Open().get(), UsageGroup::kOrganisation), ElementsAre("1;314159268"));
}

TEST_F(UsageCountsTest, AreUnavailableIfAPackIsDamaged) {
  for (const char* text : {"x", "1", "1 ", "1 1", "1 x\n", "1 99999999999999999999\n", "1 1\n2"}) {
    const auto counts = Open();
    sqlite3* other = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
    const std::string sql =
        std::string("DELETE FROM packs; INSERT INTO packs VALUES (1, 1, '") + text + "', NULL)";
    ASSERT_EQ(sqlite3_exec(other, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(other);
    const auto totals = counts->Top(UsageGroup::kOrganisation, {}, {});
    ASSERT_FALSE(totals) << text;
    EXPECT_EQ(totals.error().code, base::Code::kCorrupt);
  }
}

// Queries for its time get the error, and others do not.
TEST_F(UsageCountsTest, AreUnavailableIfARowOrAPackWasChanged) {
  const auto change = [this](const char* sql) {
    sqlite3* other = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(other, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sql;
    sqlite3_close(other);
  };
  for (const char* sql :
       {"UPDATE packs SET counts = '310000001 9' || char(10) WHERE grouping = 1",
        "UPDATE packs SET quarter = quarter - 1 WHERE grouping = 1",
        "UPDATE packs SET grouping = 1 WHERE grouping = 2",
        "UPDATE usage SET calls = calls + 1 WHERE grouping = 1",
        "UPDATE usage SET value = '310000009' WHERE grouping = 1 AND value <> ''"}) {
    std::filesystem::remove(path_);
    for (int i = 0; i < 2; ++i) {
      Open()->Record(Statements(310000001));
      if (i == 0) now_ms_ += 4 * store::kQuarterMs;
    }
    change(sql);
    const auto counts = Open();
    const auto totals = counts->Top(UsageGroup::kOrganisation, {}, {});
    ASSERT_FALSE(totals) << sql;
    EXPECT_EQ(totals.error().code, base::Code::kCorrupt);
    EXPECT_THAT(Top(counts.get(), UsageGroup::kAddress), testing::SizeIs(1)) << sql;
  }
}

TEST_F(UsageCountsTest, AreNotAddedToADamagedRow) {
  Open()->Record(Statements(310000001));
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "UPDATE usage SET calls = 7", nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(other);
  const auto counts = Open();
  counts->Record(Statements(310000001));
  EXPECT_FALSE(counts->Top(UsageGroup::kMethod, {}, {}));
  EXPECT_EQ(counts->lost(), 1U);
}

// A file of version 2, whose rows and packs have no checksum.
TEST_F(UsageCountsTest, ReadAFileWithoutChecksums) {
  Open()->Record(Statements(314159268));
  now_ms_ += store::kQuarterMs;
  Open()->Record(Statements(314159268));
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other,
                         "ALTER TABLE usage DROP COLUMN sum; ALTER TABLE packs DROP COLUMN sum;"
                         "PRAGMA user_version = 2",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(other);
  const auto counts = Open();
  counts->Record(Statements(314159268));
  EXPECT_THAT(Top(counts.get(), UsageGroup::kOrganisation), ElementsAre("3;314159268"));
}

TEST_F(UsageCountsTest, CountBeyondFourThousandMillion) {
  {
    const auto counts = Open();
    counts->Record(Statements(314159268));
  }
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "UPDATE usage SET calls = 5000000000, sum = NULL", nullptr, nullptr,
                         nullptr),
            SQLITE_OK);
  sqlite3_close(other);
  const auto counts = Open();
  counts->Record(Statements(314159268));
  EXPECT_THAT(Top(counts.get(), UsageGroup::kMethod), ElementsAre("5000000001;getRegnskap"));
}

TEST_F(UsageCountsTest, LoseCallsIfTheFileIsAnotherKindOfFile) {
  const auto look = [this](base::Code expected) {
    const auto counts = Open();
    counts->Record(Statements(314159268));
    counts->Record({.method = UsageMethod::kLog});
    const auto totals = counts->Top(UsageGroup::kMethod, {}, {});
    ASSERT_FALSE(totals);
    EXPECT_EQ(totals.error().code, expected);
    ASSERT_TRUE(counts->problem());
    EXPECT_NE(counts->problem()->message.find(path_), std::string::npos);
    EXPECT_EQ(counts->lost(), 2U);
  };
  std::ofstream(path_) << std::string(4096, 'x');
  look(base::Code::kCorrupt);
  std::filesystem::remove(path_);
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "CREATE TABLE t (x)", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(other);
  look(base::Code::kInvalid);
}

TEST_F(UsageCountsTest, AreNotOfAddressesWithoutTheSecret) {
  std::ofstream(folder_.PathOf("secret")) << "no secret";
  const auto counts = Open();
  counts->Record(Statements(314159268));
  counts->Record({.method = UsageMethod::kLog});
  EXPECT_THAT(Top(counts.get(), UsageGroup::kMethod), ElementsAre("1;getLog", "1;getRegnskap"));
  EXPECT_THAT(Top(counts.get(), UsageGroup::kOrganisation), ElementsAre("1;314159268", "1;"));
  EXPECT_FALSE(counts->Top(UsageGroup::kAddress, {}, {}));
  EXPECT_TRUE(counts->secret_problem());
  EXPECT_FALSE(counts->problem());
  EXPECT_EQ(counts->lost(), 1U);
}

}  // namespace
}  // namespace orgreg::records
