// SPDX-License-Identifier: EUPL-1.2

#include "auth/audit/copy.h"

#include <gtest/gtest.h>

#include <array>

#include "unit/auth/audit/fixture.h"

namespace orgreg::auth {
namespace {

class CopyAuditTest : public AuditFixture {
 protected:
  // The bytes of a copy of the log, which may have been made of these.
  std::string CopyOf(std::string_view bytes) {
    SetBytes(bytes);
    const std::array copies = {AuditCopy{.from = path_, .to = copy_}};
    const auto copied = CopyAudit(copies);
    EXPECT_TRUE(copied.ok()) << (copied.ok() ? "" : copied.error().message);
    EXPECT_TRUE(!copied.ok() || copied->unread.empty());
    return formats::BytesOf(copy_);
  }

  std::string copy_ = folder_.PathOf("copy");
};

TEST_F(CopyAuditTest, CopiesAllLines) {
  Write(3);
  const std::string bytes = Bytes();
  EXPECT_EQ(CopyOf(bytes), bytes);
  EXPECT_FALSE(VerifyAt(copy_).problem);
}

TEST_F(CopyAuditTest, LeavesOutALineThatIsBeingWritten) {
  Write(2);
  const std::string two = Bytes();
  Write(1);
  const std::string three = Bytes();
  for (std::size_t size = two.size(); size < three.size() - 1; size += 7)
    EXPECT_EQ(CopyOf(three.substr(0, size)), two) << size;
}

TEST_F(CopyAuditTest, TakesALastLineThatLacksOnlyItsEnd) {
  Write(2);
  const std::string bytes = Bytes().substr(0, Bytes().size() - 1);
  EXPECT_EQ(CopyOf(bytes), bytes);
}

TEST_F(CopyAuditTest, CopiesAnEmptyFile) { EXPECT_EQ(CopyOf(""), ""); }

TEST_F(CopyAuditTest, CopiesTheRemainsOfACrashBetweenLines) {
  Write(1);
  SetBytes(Bytes() + "torn");
  Write(1);
  const std::string bytes = Bytes();
  EXPECT_EQ(CopyOf(bytes), bytes);
  EXPECT_FALSE(VerifyAt(copy_).problem);
}

TEST_F(CopyAuditTest, NamesAFileThatDoesNotExist) {
  const std::array copies = {AuditCopy{.from = folder_.PathOf("none"), .to = copy_}};
  const auto copied = CopyAudit(copies);
  ASSERT_FALSE(copied.ok());
  EXPECT_EQ(copied.error().code, base::Code::kNotFound);
  EXPECT_FALSE(std::filesystem::exists(copy_));
}

TEST_F(CopyAuditTest, ReadsNoLinkAndCopiesTheOtherFiles) {
  Write(1);
  const std::string link = folder_.PathOf("link");
  std::filesystem::create_symlink(path_, link);
  const std::string of_link = folder_.PathOf("copy-of-link");
  const std::array copies = {AuditCopy{.from = link, .to = of_link},
                             AuditCopy{.from = path_, .to = copy_}};
  const auto copied = CopyAudit(copies);
  ASSERT_TRUE(copied.ok());
  EXPECT_EQ(copied->files, 1U);
  ASSERT_EQ(copied->unread.size(), 1U);
  EXPECT_EQ(copied->unread[0].message, link + ": is a link, and no file");
  EXPECT_FALSE(std::filesystem::exists(of_link));
  EXPECT_EQ(formats::BytesOf(copy_), Bytes());
}

}  // namespace
}  // namespace orgreg::auth
