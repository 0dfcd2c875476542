// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/day_text.h"

#include <gtest/gtest.h>

namespace orgreg::api {
namespace {

TEST(DayText, IsWrittenAsInEachLanguage) {
  const base::Date day = *base::Date::Parse("2025-03-07");
  EXPECT_EQ(DayText(day, PageLanguage::kBokmaal), "07.03.2025");
  EXPECT_EQ(DayText(day, PageLanguage::kNynorsk), "07.03.2025");
  EXPECT_EQ(DayText(day, PageLanguage::kEnglish), "7\u00A0March\u00A02025");
}

TEST(DayText, TakesTheFirstAndTheLastDay) {
  EXPECT_EQ(DayText(*base::Date::Parse("0001-01-01"), PageLanguage::kBokmaal), "01.01.0001");
  EXPECT_EQ(DayText(*base::Date::Parse("9999-12-31"), PageLanguage::kEnglish),
            "31\u00A0December\u00A09999");
}

TEST(TimeText, IsToTheMinuteInUtc) {
  const base::Timestamp time = *base::Timestamp::Parse("2025-12-24T14:05:59.999Z");
  EXPECT_EQ(TimeText(time, PageLanguage::kBokmaal), "24.12.2025 kl.\u00A014.05\u00A0UTC");
  EXPECT_EQ(TimeText(time, PageLanguage::kEnglish),
            "24\u00A0December\u00A02025 at\u00A014:05\u00A0UTC");
}

TEST(TimeText, IsRightBeforeTheEpoch) {
  EXPECT_EQ(TimeText(base::Timestamp::FromMilliseconds(-1), PageLanguage::kBokmaal),
            "31.12.1969 kl.\u00A023.59\u00A0UTC");
}

}  // namespace
}  // namespace orgreg::api
