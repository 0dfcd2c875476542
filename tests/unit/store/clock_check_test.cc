// SPDX-License-Identifier: EUPL-1.2

// A clock that is most likely wrong writes nothing, until it is accepted.

#include "store/clock_check.h"

#include <gtest/gtest.h>

#include "base/build_date.h"
#include "unit/store/sqlite_backend.h"

namespace orgreg::store {
namespace {

using base::Timestamp;

constexpr std::int64_t kDayMs = 86'400'000;

Timestamp At(const char* text) { return *Timestamp::Parse(text); }

TEST(CheckClock, TakesAClockThatIsNotFarAheadOfBoth) {
  const Timestamp commit = At("2026-01-01T00:00:00.000Z");
  const Timestamp build = At("2025-06-01T00:00:00.000Z");
  // 2026 has 365 days.
  for (const char* now : {"2026-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z",
                          "1970-01-01T00:00:00.000Z", "2027-01-02T00:00:00.000Z"}) {
    EXPECT_TRUE(CheckClock(At(now), commit, build)) << now;
    EXPECT_TRUE(CheckClock(At(now), build, commit)) << now;
  }
  for (const char* now :
       {"2027-01-02T00:00:00.001Z", "2036-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"}) {
    EXPECT_FALSE(CheckClock(At(now), commit, build)) << now;
    EXPECT_FALSE(CheckClock(At(now), build, commit)) << now;
  }
}

TEST(CheckClock, SaysTheTimesAndTheWayOut) {
  const base::Status refused =
      CheckClock(At("2036-05-04T03:02:01.000Z"), At("2026-01-01T00:00:00.000Z"),
                 At("2025-06-01T00:00:00.000Z"));
  ASSERT_FALSE(refused);
  // The same batch may be accepted later.
  EXPECT_EQ(refused.error().code, base::Code::kUnavailable);
  for (const char* part :
       {"2036-05-04T03:02:01.000Z", "2026-01-01T00:00:00.000Z", "2025-06-01T00:00:00.000Z",
        "366 days", "--accept-clock", "accept_clock"})
    EXPECT_THAT(refused.error().message, HasSubstr(part));
  // A store without a commit has no time of one.
  const base::Status first =
      CheckClock(At("2036-05-04T03:02:01.000Z"), {}, At("2025-06-01T00:00:00.000Z"));
  ASSERT_FALSE(first);
  EXPECT_THAT(first.error().message, testing::Not(HasSubstr("1970")));
}

TEST(BuildDate, IsADayOfThisProgramsTime) {
  EXPECT_GE(base::BuildDate(), At("2026-01-01T00:00:00.000Z"));
  EXPECT_EQ(base::BuildDate().milliseconds() % kDayMs, 0);
}

class WrongClockTest : public testing::Test {
 protected:
  std::unique_ptr<Store> Open(bool accepts_clock = false) {
    return OpenOrDie(path_, {.busy_timeout_ms = 20,
                             .clock_ms = [this] { return now_ms_; },
                             .accepts_clock = accepts_clock});
  }

  static base::Status Commit(Store* store, std::uint32_t number) {
    auto writer = store->Write();
    if (!writer) return std::move(writer).error();
    const auto put = (*writer)->Put(Kind::kEntity, Live(number, "{}"));
    if (!put) return put.error();
    const auto line =
        (*writer)->Log({.kind = Kind::kEntity, .number = Number(number), .type = ChangeType::kNew});
    if (!line) return line.error();
    const auto receipt = (*writer)->Commit();
    return receipt ? base::Status() : base::Status(receipt.error());
  }

  Folder folder_;
  std::string path_ = folder_.File("register.db");
  std::int64_t now_ms_ = base::BuildDate().milliseconds();
};

TEST_F(WrongClockTest, CommitsNothing) {
  const auto store = Open();
  EXPECT_TRUE(Commit(store.get(), 312'300'028));
  now_ms_ += 367 * kDayMs;
  const base::Status refused = Commit(store.get(), 312'306'018);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, base::Code::kUnavailable);
  EXPECT_THAT(refused.error().message, HasSubstr(path_));
  EXPECT_FALSE((*store->Write())->CheckClock());
  EXPECT_EQ(store->Position()->value, 1);
  EXPECT_EQ((*store->Read())->Describe(Kind::kEntity).rows, 1U);
  EXPECT_EQ((*store->Read())->last_change(), 1);
}

// The next clock is measured from the accepted time, by every process that opens the store.
TEST_F(WrongClockTest, IsAcceptedOnceForAll) {
  EXPECT_TRUE(Commit(Open().get(), 312'300'028));
  now_ms_ += 3653 * kDayMs;
  EXPECT_FALSE(Commit(Open().get(), 312'306'018));
  EXPECT_TRUE(Commit(Open(true).get(), 312'306'018));
  EXPECT_TRUE(Commit(Open().get(), 312'307'014));
  now_ms_ += 365 * kDayMs;
  EXPECT_TRUE(Commit(Open().get(), 312'308'010));
}

TEST_F(WrongClockTest, MayBeBehindByAnyTime) {
  EXPECT_TRUE(Commit(Open().get(), 312'300'028));
  now_ms_ = 0;
  EXPECT_TRUE(Commit(Open().get(), 312'306'018));
}

// A register that was left alone for years, with a program of today.
TEST_F(WrongClockTest, IsMeasuredFromTheBuildIfThatIsLater) {
  now_ms_ = 1'000'000;
  EXPECT_TRUE(Commit(Open().get(), 312'300'028));
  now_ms_ = base::BuildDate().milliseconds() + 365 * kDayMs;
  EXPECT_TRUE(Commit(Open().get(), 312'306'018));
}

}  // namespace
}  // namespace orgreg::store
