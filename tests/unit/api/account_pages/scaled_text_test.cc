// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/scaled_text.h"

#include <gtest/gtest.h>

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

TEST(ScaledText, HasFewDigits) {
  const AmountUnit millions = UnitFor(1e6);
  EXPECT_EQ(ScaledText(12'340'000, millions, PageLanguage::kEnglish), "12.3");
  EXPECT_EQ(ScaledText(456'000, millions, PageLanguage::kEnglish), "0.46");
  EXPECT_EQ(ScaledText(123'600'000, millions, PageLanguage::kEnglish), "124");
  EXPECT_EQ(ScaledText(1'000'000, millions, PageLanguage::kEnglish), "1");
  EXPECT_EQ(ScaledText(100'000, millions, PageLanguage::kEnglish), "0.1");
  EXPECT_EQ(ScaledText(0, millions, PageLanguage::kEnglish), "0");
  EXPECT_EQ(ScaledText(100'000'000, millions, PageLanguage::kEnglish), "100");
  EXPECT_EQ(ScaledText(999'600'000, millions, PageLanguage::kEnglish), "1,000");
  EXPECT_EQ(ScaledText(-12'345'000'000, millions, PageLanguage::kEnglish), "\u221212,345");
}

TEST(ScaledText, IsWrittenAsInEachLanguage) {
  const AmountUnit thousands = UnitFor(1e3);
  EXPECT_EQ(ScaledText(12'300, thousands, PageLanguage::kBokmaal), "12,3");
  EXPECT_EQ(ScaledText(12'300, thousands, PageLanguage::kNynorsk), "12,3");
  EXPECT_EQ(ScaledText(-12'300, thousands, PageLanguage::kBokmaal), "\u221212,3");
  EXPECT_EQ(ScaledText(-12'000, thousands, PageLanguage::kEnglish), "\u221212");
}

TEST(ScaledText, HasNoMinusBeforeZero) {
  EXPECT_EQ(ScaledText(-1, UnitFor(1e9), PageLanguage::kEnglish), "0");
}

}  // namespace
}  // namespace orgreg::api
