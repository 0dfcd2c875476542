// SPDX-License-Identifier: EUPL-1.2

#include "base/files/sweep_rests.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "unit/formats/scratch_folder.h"

namespace orgreg::base {
namespace {

namespace fs = std::filesystem;

class SweepRestsTest : public testing::Test {
 protected:
  void Leave(std::string_view name) const { std::ofstream(folder_.PathOf(name)) << "left"; }
  bool IsThere(std::string_view name) const {
    return fs::exists(fs::symlink_status(folder_.PathOf(name)));
  }
  std::size_t Sweep() const {
    return SweepRests(folder_.path(), [](const Rest&) { return true; });
  }

  formats::ScratchFolder folder_{"sweep_rests"};
};

TEST(ParseRest, KnowsHowFilesAreCalledThatAreBeingMade) {
  constexpr std::array<std::pair<std::string_view, RestForm>, 5> kRests = {{
      {"a.segment.part-x1y2z3", RestForm::kPart},
      {"a.segment.tmp", RestForm::kClaim},
      {"a.segment.partial-AbC123", RestForm::kEarlierCopy},
      {"a.segment.part.1", RestForm::kEarlierPart},
      {"a.segment.part.4194304", RestForm::kEarlierPart},
  }};
  for (const auto& [name, form] : kRests) {
    const auto rest = ParseRest(name);
    ASSERT_TRUE(rest) << name;
    EXPECT_EQ(rest->stem, "a.segment") << name;
    EXPECT_EQ(rest->form, form) << name;
  }
}

TEST(ParseRest, TakesNothingElseForOne) {
  for (const std::string_view name :
       {"", "a", "a.segment", ".tmp", "a.tmp.b", "a.part-", "a.part-12345", "a.part-1234567",
        "a.part-12345!", ".part-123456", "a.partial-12345", "a.part.", "a.part.12a", ".part.12",
        "a.part", "a.partial", "a.PART-123456"}) {
    EXPECT_FALSE(ParseRest(name)) << name;
  }
}

TEST_F(SweepRestsTest, DeletesFilesThatNoProcessIsMaking) {
  constexpr std::array kNames = {"a.part-123456", "a.tmp", "a.partial-123456", "a.part.1"};
  for (const char* name : kNames) Leave(name);
  EXPECT_EQ(Sweep(), kNames.size());
  EXPECT_TRUE(folder_.IsEmpty());
}

TEST_F(SweepRestsTest, AsksWhetherARestIsOurs) {
  Leave("a.part-123456");
  Leave("b.part-123456");
  EXPECT_EQ(SweepRests(folder_.path(), [](const Rest& rest) { return rest.stem == "b"; }), 1U);
  EXPECT_TRUE(IsThere("a.part-123456"));
}

TEST_F(SweepRestsTest, LetsALookIntoTheFile) {
  Leave("a.part-123456");
  std::string text(4, ' ');
  SweepRests(folder_.path(), [&text](const Rest& rest) {
    return pread(rest.descriptor, text.data(), text.size(), 0) != 0;
  });
  EXPECT_EQ(text, "left");
}

TEST_F(SweepRestsTest, LeavesOtherFilesAlone) {
  Leave("a");
  fs::create_directory(folder_.PathOf("b.part-123456"));
  fs::create_symlink(folder_.PathOf("a"), folder_.PathOf("c.part-123456"));
  fs::create_hard_link(folder_.PathOf("a"), folder_.PathOf("d.part-123456"));
  ASSERT_EQ(mkfifo(folder_.PathOf("e.part-123456").c_str(), 0600), 0);
  EXPECT_EQ(Sweep(), 0U);
  for (const char* name : {"a", "b.part-123456", "c.part-123456", "d.part-123456", "e.part-123456"})
    EXPECT_TRUE(IsThere(name)) << name;
}

// Programs of earlier versions take no lock, but have the file open.
TEST_F(SweepRestsTest, LeavesFilesThatAProcessHasOpenForWriting) {
  for (const char* name : {"a.part.1", "a.partial-123456", "a.tmp"}) {
    Leave(name);
    const int descriptor = open(folder_.PathOf(name).c_str(), O_RDWR | O_CLOEXEC);
    EXPECT_EQ(Sweep(), 0U) << name;
    close(descriptor);
    EXPECT_EQ(Sweep(), 1U) << name;
  }
}

TEST_F(SweepRestsTest, LeavesLockedFilesAlone) {
  Leave("a.part-123456");
  const int descriptor = open(folder_.PathOf("a.part-123456").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_TRUE(MarkAsBeingMade(descriptor));
  EXPECT_EQ(Sweep(), 0U);
  close(descriptor);
  EXPECT_EQ(Sweep(), 1U);
}

TEST_F(SweepRestsTest, AFolderThatIsNotThereHasNone) {
  EXPECT_EQ(SweepRests(folder_.PathOf("no"), [](const Rest&) { return true; }), 0U);
}

}  // namespace
}  // namespace orgreg::base
