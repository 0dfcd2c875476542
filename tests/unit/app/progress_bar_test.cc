// SPDX-License-Identifier: EUPL-1.2

#include "app/progress_bar.h"

#include <gtest/gtest.h>

namespace orgreg::app {
namespace {

TEST(Pace, SaysHowFastAndHowLong) {
  EXPECT_EQ(Pace::Of(52'000, 0.5, 1).ToText(), "52,000/s, 1 s left");
  EXPECT_EQ(Pace::Of(520'000, 0.25, 10).ToText(), "52,000/s, 30 s left");
  EXPECT_EQ(Pace::Of(1000, 0.1, 10).ToText(), "100/s, 1 min 30 s left");
  EXPECT_EQ(Pace::Of(1'000'000, 0.5, 7300).ToText(), "136/s, 2 h 1 min left");
  EXPECT_EQ(Pace::Of(2'000'000, 1.0, 1).ToText(), "2,000,000/s, 0 s left");
  EXPECT_EQ(Pace::Of(2'000'000, 1.5, 1).ToText(), "2,000,000/s, 0 s left");
}

TEST(Pace, SaysNoMoreThanItKnows) {
  EXPECT_EQ(Pace::Of(10'000, 0.5, 0.5).ToText(), "");
  EXPECT_EQ(Pace::Of(10'000, 0.001, 2).ToText(), "5,000/s");
  EXPECT_EQ(Pace::Of(10'000, std::nullopt, 2).ToText(), "5,000/s");
  EXPECT_EQ(Pace::Of(0, 0.0, 2).ToText(), "");
}

}  // namespace
}  // namespace orgreg::app
