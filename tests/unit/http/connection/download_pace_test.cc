// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/download_pace.h"

#include <gtest/gtest.h>

namespace orgreg::http {
namespace {

using std::chrono::seconds;

class DownloadPaceTest : public testing::Test {
 protected:
  DownloadPaceTest() {
    limits_.write_stall_timeout = seconds(30);
    limits_.download_bytes_per_second = 100;
    limits_.download_window = seconds(60);
  }

  static DownloadPace::Time At(int second) { return DownloadPace::Time() + seconds(second); }

  Limits limits_;
  DownloadPace pace_{limits_, At(0)};
};

TEST_F(DownloadPaceTest, EndsAClientThatTakesNothing) {
  EXPECT_FALSE(pace_.IsTooSlow(At(29), 0));
  EXPECT_TRUE(pace_.IsTooSlow(At(30), 0));
}

TEST_F(DownloadPaceTest, DoesNotCountQueuedBytesAsTaken) {
  pace_.Give(1000000);
  EXPECT_FALSE(pace_.IsTooSlow(At(29), 1000000));
  EXPECT_TRUE(pace_.IsTooSlow(At(30), 1000000));
}

TEST_F(DownloadPaceTest, SeesProgressInAQueueThatShrinks) {
  pace_.Give(1000000);
  for (int i = 1; i < 20; ++i) {
    EXPECT_FALSE(pace_.IsTooSlow(At(i * 20), 1000000 - static_cast<unsigned>(i) * 10000U)) << i;
  }
}

TEST_F(DownloadPaceTest, EndsAClientThatIsTooSlowOnAverage) {
  pace_.Give(5999);
  EXPECT_FALSE(pace_.IsTooSlow(At(20), 4000));
  EXPECT_FALSE(pace_.IsTooSlow(At(40), 2000));
  EXPECT_TRUE(pace_.IsTooSlow(At(60), 0));
}

TEST_F(DownloadPaceTest, CountsEachWindowAnew) {
  pace_.Give(6000);
  EXPECT_FALSE(pace_.IsTooSlow(At(29), 10));
  EXPECT_FALSE(pace_.IsTooSlow(At(60), 0));
  pace_.Give(5999);
  EXPECT_FALSE(pace_.IsTooSlow(At(80), 10));
  EXPECT_FALSE(pace_.IsTooSlow(At(100), 5));
  EXPECT_TRUE(pace_.IsTooSlow(At(120), 0));
}

TEST_F(DownloadPaceTest, DoesNotCountOurOwnTime) {
  pace_.Pause(At(10));
  pace_.Resume(At(1010));
  EXPECT_FALSE(pace_.IsTooSlow(At(1039), 0));
  pace_.Give(5999);
  EXPECT_FALSE(pace_.IsTooSlow(At(1039), 1));
  EXPECT_FALSE(pace_.IsTooSlow(At(1059), 1));
  EXPECT_TRUE(pace_.IsTooSlow(At(1060), 0));
}

// More in the queue than was given can only belong to the previous response.
TEST_F(DownloadPaceTest, AcceptsAQueueLargerThanTheGivenBytes) {
  pace_.Give(10);
  EXPECT_FALSE(pace_.IsTooSlow(At(1), 1000));
  EXPECT_TRUE(pace_.IsTooSlow(At(30), 1000));
}

}  // namespace
}  // namespace orgreg::http
