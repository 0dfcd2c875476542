// SPDX-License-Identifier: EUPL-1.2

#include "base/files/file_access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace orgreg::base {
namespace {

using testing::HasSubstr;

// tests/property tests permissions of folders and files, as a user with few rights.
class FileAccess : public testing::Test {
 protected:
  FileAccess() : folder_(testing::TempDir() + "file_access_" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder_ + "/sub");
    std::ofstream(folder_ + "/file") << "x";
  }
  ~FileAccess() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
};

TEST_F(FileAccess, IsThereForOrdinaryFilesAndFolders) {
  EXPECT_TRUE(CheckFile(folder_ + "/file", Access::kReadWrite));
  EXPECT_TRUE(CheckFolder(folder_ + "/sub"));
  EXPECT_TRUE(CheckFolderOf(folder_ + "/new"));
  EXPECT_TRUE(CheckFolderOf("new"));
}

TEST_F(FileAccess, NamesAMissingFileOrFolder) {
  EXPECT_EQ(CheckFile(folder_ + "/none", Access::kRead).error().message,
            folder_ + "/none: does not exist");
  EXPECT_EQ(CheckFile(folder_ + "/a/b", Access::kRead).error().message,
            folder_ + "/a/b: the folder " + folder_ + "/a does not exist");
  EXPECT_EQ(CheckFolderOf(folder_ + "/a/b").error().message,
            folder_ + "/a/b: the folder " + folder_ + "/a does not exist");
  EXPECT_EQ(CheckFolder(folder_ + "/none").error().code, Code::kNotFound);
}

TEST_F(FileAccess, DistinguishesFilesFromFolders) {
  EXPECT_THAT(CheckFile(folder_ + "/sub", Access::kRead).error().message,
              HasSubstr("is a folder, not a file"));
  EXPECT_THAT(CheckFolder(folder_ + "/file").error().message, HasSubstr("is a file, not a folder"));
  EXPECT_THAT(CheckFile(folder_ + "/file/x", Access::kRead).error().message,
              HasSubstr("is a file, not a folder"));
  EXPECT_THAT(CheckFolderOf(folder_ + "/file/x").error().message,
              HasSubstr("is a file, not a folder"));
}

}  // namespace
}  // namespace orgreg::base
