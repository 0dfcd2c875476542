// SPDX-License-Identifier: EUPL-1.2

#include "base/values/time_zone.h"

#include <gtest/gtest.h>

#include <string_view>

namespace orgreg::base {
namespace {

long MinutesAt(std::string_view zone, std::string_view time) {
  return TimeZone::Find(zone)->OffsetAt(*Timestamp::Parse(time)).count();
}

TEST(TimeZone, IsAheadOfOrBehindUtcByItsRulesAtThatMoment) {
  EXPECT_EQ(MinutesAt("UTC", "2026-07-01T00:00:00.000Z"), 0);
  EXPECT_EQ(MinutesAt("Europe/Oslo", "2026-01-01T00:00:00.000Z"), 60);
  EXPECT_EQ(MinutesAt("Europe/Oslo", "2026-07-01T00:00:00.000Z"), 120);
  EXPECT_EQ(MinutesAt("America/St_Johns", "2026-01-01T00:00:00.000Z"), -210);
  EXPECT_EQ(MinutesAt("Asia/Kathmandu", "2026-01-01T00:00:00.000Z"), 345);
}

TEST(TimeZone, ChangesAtTheMillisecondOfTheRule) {
  EXPECT_EQ(MinutesAt("Europe/Oslo", "2026-03-29T00:59:59.999Z"), 60);
  EXPECT_EQ(MinutesAt("Europe/Oslo", "2026-03-29T01:00:00.000Z"), 120);
  EXPECT_EQ(MinutesAt("Europe/Oslo", "2026-10-25T00:59:59.999Z"), 120);
  EXPECT_EQ(MinutesAt("Europe/Oslo", "2026-10-25T01:00:00.000Z"), 60);
}

TEST(TimeZone, IsUtcWithoutAName) {
  EXPECT_EQ(TimeZone::Utc().OffsetAt(Timestamp::FromMilliseconds(-1)).count(), 0);
}

TEST(TimeZone, OfAnUnknownNameIsNone) {
  for (const std::string_view name :
       {"", "Oslo", "Europe/Osl", "europe/oslo ", "CEST", "+01:00", "../Europe/Oslo", "\xff"}) {
    EXPECT_FALSE(TimeZone::Find(name)) << name;
  }
}

// A copy shares the rules, and may outlive the zone that it was copied from.
TEST(TimeZone, CanBeCopied) {
  TimeZone copy = TimeZone::Utc();
  {
    const TimeZone oslo = *TimeZone::Find("Europe/Oslo");
    copy = oslo;
  }
  EXPECT_EQ(copy.OffsetAt(*Timestamp::Parse("2026-01-01T00:00:00.000Z")).count(), 60);
}

}  // namespace
}  // namespace orgreg::base
