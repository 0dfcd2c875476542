// SPDX-License-Identifier: EUPL-1.2

#include "base/log_limit.h"

#include <gtest/gtest.h>

namespace orgreg::base {
namespace {

TEST(LogLimit, LetsOneMessagePassAndCountsTheOthers) {
  LogLimit limit(std::chrono::seconds(60));
  const LogLimit::Clock::time_point start{};
  const auto at = [&](int second) { return limit.Pass(start + std::chrono::seconds(second)); };
  EXPECT_EQ(at(0), 0U);
  EXPECT_EQ(at(1), std::nullopt);
  EXPECT_EQ(at(59), std::nullopt);
  EXPECT_EQ(at(60), 2U);
  EXPECT_EQ(at(61), std::nullopt);
  EXPECT_EQ(at(200), 1U);
  EXPECT_EQ(at(300), 0U);
}

}  // namespace
}  // namespace orgreg::base
