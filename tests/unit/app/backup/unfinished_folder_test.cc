// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/unfinished_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "unit/formats/scratch_folder.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

class UnfinishedFolderTest : public testing::Test {
 protected:
  UnfinishedFolder Begin() {
    auto begun = UnfinishedFolder::Begin(path_);
    EXPECT_TRUE(begun) << begun.error().message;
    return std::move(*begun);
  }
  std::size_t Count() const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(base_)) count += entry.exists() ? 1 : 0;
    return count;
  }

  formats::ScratchFolder folder_{"unfinished"};
  const std::string base_ = fs::path(folder_.PathOf("made")).parent_path().string();
  const std::string path_ = folder_.PathOf("made");
};

TEST_F(UnfinishedFolderTest, HasItsNameWhenItIsFinished) {
  auto folder = Begin();
  std::ofstream(folder.working_path() + "/file") << "content";
  EXPECT_FALSE(fs::exists(path_));
  ASSERT_TRUE(folder.Finish());
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path_)) names.push_back(entry.path().filename());
  EXPECT_EQ(names, std::vector<std::string>{"file"});
  struct stat about = {};
  ASSERT_EQ(stat(path_.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0700U);
}

TEST_F(UnfinishedFolderTest, LeavesNothingWithoutFinish) {
  {
    const auto folder = Begin();
    std::ofstream(folder.working_path() + "/file") << "content";
  }
  EXPECT_EQ(Count(), 0U);
}

TEST_F(UnfinishedFolderTest, ReplacesNothing) {
  auto folder = Begin();
  fs::create_directory(path_);
  EXPECT_FALSE(folder.Finish());
  EXPECT_FALSE(UnfinishedFolder::Begin(path_));
  EXPECT_FALSE(UnfinishedFolder::Begin(path_ + "/"));
  std::ofstream(folder_.PathOf("file")) << "content";
  EXPECT_FALSE(UnfinishedFolder::Begin(folder_.PathOf("file")));
  fs::create_symlink("nowhere", folder_.PathOf("link"));
  EXPECT_FALSE(UnfinishedFolder::Begin(folder_.PathOf("link")));
  EXPECT_FALSE(UnfinishedFolder::Begin(folder_.PathOf("no/folder")));
}

// A folder that a process is making, a backup under an odd name and folders of others stay.
TEST_F(UnfinishedFolderTest, SweepsOnlyRests) {
  const std::string rest = folder_.PathOf("other.part-abc123");
  fs::create_directory(rest);
  std::ofstream(rest + "/backup-is-being-made") << "";
  std::ofstream(rest + "/store.db") << "content";
  fs::create_directory(folder_.PathOf("empty.part-abc123"));
  // Without the sign it was about to get its name.
  fs::create_directory(folder_.PathOf("whole.part-abc123"));
  std::ofstream(folder_.PathOf("whole.part-abc123") + "/layout") << "orgreg layout 1\n";
  const std::vector<std::string> others = {"complete.part-abc123", "other.part-abc", "other"};
  for (const std::string& name : others) {
    fs::create_directory(folder_.PathOf(name));
    std::ofstream(folder_.PathOf(name) + "/file") << "content";
  }
  fs::create_directory_symlink(folder_.PathOf("other"), folder_.PathOf("link.part-abc123"));
  const auto another = UnfinishedFolder::Begin(folder_.PathOf("another"));
  const auto folder = Begin();
  EXPECT_FALSE(fs::exists(rest));
  EXPECT_FALSE(fs::exists(folder_.PathOf("empty.part-abc123")));
  EXPECT_FALSE(fs::exists(folder_.PathOf("whole.part-abc123")));
  for (const std::string& name : others) EXPECT_TRUE(fs::exists(folder_.PathOf(name))) << name;
  EXPECT_TRUE(fs::exists(folder_.PathOf("other/file")));
  EXPECT_TRUE(fs::exists(another->working_path()));
}

}  // namespace
}  // namespace orgreg::app
