// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/day_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

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

constexpr auto kNorwegian = PageLanguage::kBokmaal;

std::string In(const char* zone, std::string_view time, PageLanguage language = kNorwegian) {
  return TimeText(*base::Timestamp::Parse(time), *base::TimeZone::Find(zone), language);
}

TEST(TimeText, IsToTheMinute) {
  EXPECT_EQ(In("UTC", "2025-12-24T14:05:59.999Z"), "24.12.2025 kl.\u00A014.05\u00A0UTC");
  EXPECT_EQ(In("UTC", "2025-12-24T14:05:59.999Z", PageLanguage::kEnglish),
            "24\u00A0December\u00A02025 at\u00A014:05\u00A0UTC");
}

TEST(TimeText, IsWhatClocksOfTheZoneShow) {
  EXPECT_EQ(In("Europe/Oslo", "2025-12-31T23:30:00.000Z"), "01.01.2026 kl.\u00A000.30\u00A0UTC+1");
  EXPECT_EQ(In("Europe/Oslo", "2026-07-01T12:00:00.000Z"), "01.07.2026 kl.\u00A014.00\u00A0UTC+2");
  EXPECT_EQ(In("America/St_Johns", "2026-01-01T02:00:00.000Z"),
            "31.12.2025 kl.\u00A022.30\u00A0UTC\u22123:30");
}

// At 01:00 UTC the clocks go from 02:00 to 03:00 in spring, from 03:00 to 02:00 in autumn.
TEST(TimeText, TellsTheHourThatOccursTwiceFromItsFirst) {
  EXPECT_EQ(In("Europe/Oslo", "2026-03-29T00:59:00.000Z"), "29.03.2026 kl.\u00A001.59\u00A0UTC+1");
  EXPECT_EQ(In("Europe/Oslo", "2026-03-29T01:00:00.000Z"), "29.03.2026 kl.\u00A003.00\u00A0UTC+2");
  EXPECT_EQ(In("Europe/Oslo", "2026-10-25T00:30:00.000Z"), "25.10.2026 kl.\u00A002.30\u00A0UTC+2");
  EXPECT_EQ(In("Europe/Oslo", "2026-10-25T01:30:00.000Z"), "25.10.2026 kl.\u00A002.30\u00A0UTC+1");
}

TEST(TimeText, IsRightBeforeTheEpoch) {
  EXPECT_EQ(TimeText(base::Timestamp::FromMilliseconds(-1), base::TimeZone::Utc(), kNorwegian),
            "31.12.1969 kl.\u00A023.59\u00A0UTC");
}

}  // namespace
}  // namespace orgreg::api
