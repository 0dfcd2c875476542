// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/transfer_pace.h"

#include <gtest/gtest.h>

namespace orgreg::http {
namespace {

using std::chrono::seconds;

class TransferPaceTest : public testing::Test {
 protected:
  static TransferPace::Time At(int second) { return TransferPace::Time() + seconds(second); }

  TransferPace pace_{{.stall = seconds(30), .window = seconds(60), .bytes_per_second = 100}, At(0)};
};

TEST_F(TransferPaceTest, EndsAClientThatTakesNothing) {
  EXPECT_FALSE(pace_.IsTooSlow(At(29), 0));
  EXPECT_TRUE(pace_.IsTooSlow(At(30), 0));
}

TEST_F(TransferPaceTest, DoesNotCountQueuedBytesAsTaken) {
  pace_.Give(1000000);
  EXPECT_FALSE(pace_.IsTooSlow(At(29), 1000000));
  EXPECT_TRUE(pace_.IsTooSlow(At(30), 1000000));
}

TEST_F(TransferPaceTest, SeesProgressInAQueueThatShrinks) {
  pace_.Give(1000000);
  for (int i = 1; i < 20; ++i) {
    EXPECT_FALSE(pace_.IsTooSlow(At(i * 20), 1000000 - static_cast<unsigned>(i) * 10000U)) << i;
  }
}

TEST_F(TransferPaceTest, EndsAClientThatIsTooSlowOnAverage) {
  pace_.Give(5999);
  EXPECT_FALSE(pace_.IsTooSlow(At(20), 4000));
  EXPECT_FALSE(pace_.IsTooSlow(At(40), 2000));
  EXPECT_TRUE(pace_.IsTooSlow(At(60), 0));
}

TEST_F(TransferPaceTest, CountsEachWindowAnew) {
  pace_.Give(6000);
  EXPECT_FALSE(pace_.IsTooSlow(At(29), 10));
  EXPECT_FALSE(pace_.IsTooSlow(At(60), 0));
  pace_.Give(5999);
  EXPECT_FALSE(pace_.IsTooSlow(At(80), 10));
  EXPECT_FALSE(pace_.IsTooSlow(At(100), 5));
  EXPECT_TRUE(pace_.IsTooSlow(At(120), 0));
}

TEST_F(TransferPaceTest, DoesNotCountOurOwnTime) {
  pace_.Pause(At(10));
  pace_.Resume(At(1010));
  EXPECT_FALSE(pace_.IsTooSlow(At(1039), 0));
  pace_.Give(5999);
  EXPECT_FALSE(pace_.IsTooSlow(At(1039), 1));
  EXPECT_FALSE(pace_.IsTooSlow(At(1059), 1));
  EXPECT_TRUE(pace_.IsTooSlow(At(1060), 0));
}

TEST_F(TransferPaceTest, CountsAPauseFromItsBeginningHoweverOftenItIsPaused) {
  pace_.Pause(At(10));
  pace_.Pause(At(900));
  pace_.Resume(At(1010));
  pace_.Give(6000);
  EXPECT_FALSE(pace_.IsTooSlow(At(1039), 0));
  EXPECT_FALSE(pace_.IsTooSlow(At(1060), 0));
  pace_.Resume(At(2000));
  EXPECT_TRUE(pace_.IsTooSlow(At(2000), 0));
}

// More in the queue than was given can only belong to the previous response.
TEST_F(TransferPaceTest, AcceptsAQueueLargerThanTheGivenBytes) {
  pace_.Give(10);
  EXPECT_FALSE(pace_.IsTooSlow(At(1), 1000));
  EXPECT_TRUE(pace_.IsTooSlow(At(30), 1000));
}

}  // namespace
}  // namespace orgreg::http
