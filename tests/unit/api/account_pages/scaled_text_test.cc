// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/scaled_text.h"

#include <gtest/gtest.h>

#include <vector>

namespace orgreg::api {
namespace {

TEST(UnitFor, IsTheLargestThatTheAmountFills) {
  EXPECT_EQ(UnitFor(999).size, 1);
  EXPECT_EQ(UnitFor(999).label, "");
  EXPECT_EQ(UnitFor(1000).size, 1e3);
  EXPECT_EQ(UnitFor(999'999).size, 1e3);
  EXPECT_EQ(UnitFor(1'000'000).size, 1e6);
  EXPECT_EQ(UnitFor(5e12).size, 1e9);
}

TEST(DecimalsFor, IsTheSameForAllAmounts) {
  const AmountUnit millions = UnitFor(1e6);
  const auto decimals = [&](std::vector<double> amounts) { return DecimalsFor(amounts, millions); };
  EXPECT_EQ(decimals({1'005'196, 1'024'665, 1'200'000}), 1);
  EXPECT_EQ(decimals({12'340'000, 456'000, 0}), 1);
  EXPECT_EQ(decimals({123'600'000, -45'000}), 2);
  EXPECT_EQ(decimals({123'600'000, 999'600'000}), 0);
  EXPECT_EQ(decimals({0, 1'000'000, -2'000'000}), 0);
  EXPECT_EQ(decimals({0, 500'000, 1'000'000}), 1);
  EXPECT_EQ(decimals({}), 0);
}

TEST(ScaledText, HasTheDecimals) {
  const AmountUnit millions = UnitFor(1e6);
  EXPECT_EQ(ScaledText(12'340'000, millions, 1, PageLanguage::kEnglish), "12.3");
  EXPECT_EQ(ScaledText(1'005'196, millions, 1, PageLanguage::kEnglish), "1.0");
  EXPECT_EQ(ScaledText(456'000, millions, 2, PageLanguage::kEnglish), "0.46");
  EXPECT_EQ(ScaledText(123'600'000, millions, 0, PageLanguage::kEnglish), "124");
  EXPECT_EQ(ScaledText(0, millions, 1, PageLanguage::kEnglish), "0");
  EXPECT_EQ(ScaledText(999'600'000, millions, 1, PageLanguage::kEnglish), "1,000");
  EXPECT_EQ(ScaledText(-12'345'000'000, millions, 2, PageLanguage::kEnglish), "\u221212,345");
}

TEST(ScaledText, IsWrittenAsInEachLanguage) {
  const AmountUnit thousands = UnitFor(1e3);
  EXPECT_EQ(ScaledText(12'300, thousands, 1, PageLanguage::kBokmaal), "12,3");
  EXPECT_EQ(ScaledText(12'300, thousands, 1, PageLanguage::kNynorsk), "12,3");
  EXPECT_EQ(ScaledText(-12'300, thousands, 1, PageLanguage::kBokmaal), "\u221212,3");
  EXPECT_EQ(ScaledText(-12'000, thousands, 0, PageLanguage::kEnglish), "\u221212");
}

TEST(ScaledText, HasNoMinusBeforeZero) {
  EXPECT_EQ(ScaledText(-1, UnitFor(1e9), 1, PageLanguage::kEnglish), "0");
}

}  // namespace
}  // namespace orgreg::api
