// SPDX-License-Identifier: EUPL-1.2

#include "auth/audit/keeper.h"

#include <gmock/gmock.h>

#include "unit/auth/audit/fixture.h"

namespace orgreg::auth {
namespace {

using base::Code;

class AuditKeeperTest : public AuditFixture {
 protected:
  std::unique_ptr<AuditKeeper> Keep() {
    return std::make_unique<AuditKeeper>(
        path_,
        AuditKeeper::Options{
            .log = {.sync = [](int) { return 0; }},
            .opened = [this](const AuditLog&) { reports_.emplace_back("opened"); },
            .failed = [this](const base::Error& error) { reports_.push_back(error.message); },
            .now = [this] { return now_; }});
  }
  // Nothing if it succeeds.
  std::optional<Code> Append(AuditKeeper* keeper) {
    now_ += AuditKeeper::kTryAgain;
    const base::Status status = keeper->Append(Entry("910000012"));
    return status ? std::nullopt : std::optional(status.error().code);
  }
  void Damage() {
    std::string bytes = Bytes();
    bytes[bytes.find("910001000")] ^= 1;
    SetBytes(bytes);
  }

  AuditKeeper::Clock::time_point now_ = AuditKeeper::Clock::now();
  std::vector<std::string> reports_;
};

TEST_F(AuditKeeperTest, AppendsIfTheLogIsSound) {
  const auto keeper = Keep();
  EXPECT_EQ(Append(keeper.get()), std::nullopt);
  EXPECT_FALSE(keeper->problem());
  EXPECT_THAT(reports_, testing::ElementsAre("opened"));
}

TEST_F(AuditKeeperTest, KnowsTheEndOfTheLogWhileItIsOpen) {
  const auto keeper = Keep();
  EXPECT_FALSE(keeper->end()) << "it has no line yet";
  EXPECT_EQ(Append(keeper.get()), std::nullopt);
  ASSERT_TRUE(keeper->end());
  EXPECT_EQ(keeper->end()->sequence, 2U);
  EXPECT_EQ(keeper->end()->hash, Verify().last_hash);
  const auto other = Keep();
  EXPECT_FALSE(other->end()) << "another process has it";
}

TEST_F(AuditKeeperTest, RefusesWhileTheLogIsDamagedAndSaysSoOnce) {
  Write(3);
  const std::string good = Bytes();
  Damage();
  const auto keeper = Keep();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Append(keeper.get()), Code::kCorrupt);
  ASSERT_TRUE(keeper->problem());
  EXPECT_THAT(keeper->problem()->message, testing::HasSubstr(path_));
  EXPECT_THAT(reports_, testing::ElementsAre(keeper->problem()->message));
  SetBytes(good);
  EXPECT_EQ(Append(keeper.get()), std::nullopt);
  EXPECT_FALSE(keeper->problem());
  EXPECT_EQ(reports_.back(), "opened");
}

// The new chain must name the old file, or its loss would go unnoticed.
TEST_F(AuditKeeperTest, BeginsNoNewLogInPlaceOfADamagedOne) {
  Write(3);
  Damage();
  const auto keeper = Keep();
  std::filesystem::rename(path_, path_ + ".old");
  EXPECT_EQ(Append(keeper.get()), Code::kCorrupt);
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(AuditKeeperTest, OpensTheLogWhenAnotherProcessLetsGoOfIt) {
  auto other = Open();
  const auto keeper = Keep();
  EXPECT_EQ(Append(keeper.get()), Code::kUnavailable);
  other.reset();
  EXPECT_EQ(Append(keeper.get()), std::nullopt);
}

TEST_F(AuditKeeperTest, TriesNoMoreOftenThanThat) {
  auto other = Open();
  const auto keeper = Keep();
  other.reset();
  EXPECT_FALSE(keeper->Append(Entry("910000012")));
  EXPECT_EQ(Append(keeper.get()), std::nullopt);
}

TEST_F(AuditKeeperTest, RefusesALogThatOthersMayWrite) {
  Write(1);
  chmod(path_.c_str(), 0666);
  const auto keeper = Keep();
  EXPECT_EQ(Append(keeper.get()), Code::kInvalid);
  chmod(path_.c_str(), 0600);
  EXPECT_EQ(Append(keeper.get()), std::nullopt);
}

}  // namespace
}  // namespace orgreg::auth
