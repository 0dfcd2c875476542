// SPDX-License-Identifier: EUPL-1.2

#include "base/files/names.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

namespace orgreg::base {
namespace {

namespace fs = std::filesystem;

class Names : public testing::Test {
 protected:
  Names() {
    std::string name = testing::TempDir() + "orgreg_names_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~Names() override { fs::remove_all(folder_); }

  std::string folder_;
};

TEST_F(Names, ALinkToNothingTakesItsNameAndDoesNotExist) {
  const std::string link = folder_ + "/link";
  EXPECT_FALSE(IsTaken(link));
  fs::create_symlink(folder_ + "/nothing", link);
  EXPECT_TRUE(IsTaken(link));
  EXPECT_FALSE(Exists(link));
  EXPECT_TRUE(Exists(folder_));
}

TEST_F(Names, ANameThatIsTakenIsKept) {
  std::ofstream(folder_ + "/a") << "a";
  fs::create_directory(folder_ + "/b");
  EXPECT_FALSE(RenameToFree(folder_ + "/a", folder_ + "/b"));
  EXPECT_EQ(errno, EEXIST);
  EXPECT_TRUE(RenameToFree(folder_ + "/a", folder_ + "/c"));
  EXPECT_TRUE(RenameToFree(folder_ + "/b", folder_ + "/a"));
  EXPECT_TRUE(fs::is_directory(folder_ + "/a"));
  EXPECT_TRUE(fs::is_regular_file(folder_ + "/c"));
}

}  // namespace
}  // namespace orgreg::base
