// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/access_log.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kWait(20);

class AccessLogTest : public ::testing::Test {
 protected:
  AccessLogTest() {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }
  ~AccessLogTest() override { fs::remove_all(folder_); }

  static std::string Read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  static std::ptrdiff_t CountLines(const std::string& path) {
    return std::ranges::count(Read(path), '\n');
  }
  static http::Answered Answer() {
    return {.method = http::Method::kGet, .status = 200, .bytes = 1};
  }
  // Waits for what another thread does.
  static bool Comes(const std::function<bool()>& is_there) {
    const auto end = std::chrono::steady_clock::now() + kWait;
    while (!is_there()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::yield();
    }
    return true;
  }

  const std::string folder_ = ::testing::TempDir() + "access_log";
  const std::string path_ = folder_ + "/access.log";
};

TEST_F(AccessLogTest, WritesALineForEachAnswerOfEachWorker) {
  AccessLog log({.path = path_, .workers = 2});
  log.Note(0, Answer());
  log.Note(1, Answer());
  EXPECT_TRUE(Comes([&] { return log.written() == 2; }));
  EXPECT_EQ(CountLines(path_), 2);
  EXPECT_EQ(log.lost(), 0U);
}

TEST_F(AccessLogTest, WritesWhatWaitsAtItsEnd) {
  {
    AccessLog log({.path = path_});
    for (int i = 0; i < 1000; ++i) log.Note(0, Answer());
  }
  EXPECT_EQ(CountLines(path_), 1000);
}

TEST_F(AccessLogTest, CountsWhatFindsNoRoom) {
  AccessLog log({.path = path_, .room = 4});
  for (int i = 0; i < 100'000; ++i) log.Note(0, Answer());
  EXPECT_TRUE(Comes([&] { return log.written() + log.lost() == 100'000; }));
  EXPECT_GT(log.lost(), 0U);
  EXPECT_GE(log.written(), 4U);
}

TEST_F(AccessLogTest, GoesOnInANewFileWhenTheOldOneWasMovedAway) {
  AccessLog log({.path = path_});
  log.Note(0, Answer());
  ASSERT_TRUE(Comes([&] { return log.written() == 1; }));
  fs::rename(path_, path_ + ".1");
  log.Reopen();
  EXPECT_TRUE(Comes([&] {
    log.Note(0, Answer());
    return fs::exists(path_) && CountLines(path_) > 0;
  }));
  const auto old = CountLines(path_ + ".1");
  log.Note(0, Answer());
  const auto written = log.written();
  EXPECT_TRUE(Comes([&] { return log.written() > written; }));
  EXPECT_EQ(CountLines(path_ + ".1"), old);
}

TEST_F(AccessLogTest, CountsWhatCannotBeWrittenAndRecovers) {
  fs::create_directory(path_);
  AccessLog log({.path = path_});
  log.Note(0, Answer());
  EXPECT_TRUE(Comes([&] { return log.lost() == 1; }));
  fs::remove(path_);
  log.Note(0, Answer());
  EXPECT_TRUE(Comes([&] { return log.written() == 1; }));
  EXPECT_EQ(CountLines(path_), 1);
}

TEST_F(AccessLogTest, EndsALineThatWasCutBeforeItGoesOn) {
  std::ofstream(path_) << "{\"time\":\"20";
  {
    AccessLog log({.path = path_});
    log.Note(0, Answer());
  }
  const std::string text = Read(path_);
  EXPECT_TRUE(text.starts_with("{\"time\":\"20\n{\"time\":")) << text;
  EXPECT_EQ(CountLines(path_), 2);
}

TEST_F(AccessLogTest, TakesNoPipeForAFile) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_FALSE(CheckLogOutput(path_));
  AccessLog log({.path = path_});
  log.Note(0, Answer());
  EXPECT_TRUE(Comes([&] { return log.lost() == 1; }));
}

TEST_F(AccessLogTest, IsCheckedBeforeItIsOpened) {
  EXPECT_TRUE(CheckLogOutput("-"));
  EXPECT_TRUE(CheckLogOutput(path_));
  EXPECT_FALSE(CheckLogOutput(folder_));
  EXPECT_FALSE(CheckLogOutput(folder_ + "/missing/access.log"));
  EXPECT_FALSE(fs::exists(path_)) << "a check makes no file";
}

TEST_F(AccessLogTest, LetsOnlyItsOwnerWriteIt) {
  {
    AccessLog log({.path = path_});
    log.Note(0, Answer());
  }
  struct stat found = {};
  ASSERT_EQ(stat(path_.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0137U, 0U);
}

}  // namespace
}  // namespace orgreg::app
