// SPDX-License-Identifier: EUPL-1.2

#include "app/settings/daily_time.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/values/date.h"

namespace orgreg::app {
namespace {

constexpr std::int64_t kMinute = 60'000;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

// An instant: "2026-03-29T01:30", UTC.
std::int64_t At(const std::string& text) {
  const auto number = [&](std::size_t from) { return std::stoll(text.substr(from, 2)); };
  return base::Date::Parse(text.substr(0, 10))->days() * kDay + number(11) * kHour +
         number(14) * kMinute;
}

std::string Text(std::int64_t instant) {
  const std::int64_t minutes = instant / kMinute % (24 * 60);
  const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  return base::Date::FromDays(static_cast<std::int32_t>(instant / kDay)).ToString() + "T" +
         two(minutes / 60) + ":" + two(minutes % 60);
}

DailyTime Make(const char* time, const char* zone) {
  auto made = DailyTime::Make(time, zone);
  EXPECT_TRUE(made) << time << " " << zone;
  return std::move(made).value();
}

struct Case {
  const char* time;
  const char* zone;
  const char* now;
  const char* last;
};

TEST(DailyTime, IsTheLastOneAtOrBeforeNow) {
  const Case cases[] = {
      // Winter time is an hour ahead of UTC, summer time two.
      {"05:00", "Europe/Oslo", "2026-01-15T12:00", "2026-01-15T04:00"},
      {"05:00", "Europe/Oslo", "2026-01-15T04:00", "2026-01-15T04:00"},
      {"05:00", "Europe/Oslo", "2026-01-15T03:59", "2026-01-14T04:00"},
      {"05:00", "Europe/Oslo", "2026-07-15T03:00", "2026-07-15T03:00"},
      {"05:00", "Europe/Oslo", "2026-07-15T02:59", "2026-07-14T03:00"},
      // Already the next day there.
      {"00:30", "Europe/Oslo", "2026-01-15T23:45", "2026-01-15T23:30"},
      {"00:30", "Europe/Oslo", "2026-01-15T23:15", "2026-01-14T23:30"},
      // The clocks go forward at 02:00: 02:30 does not exist, and 03:00 comes at once.
      {"05:00", "Europe/Oslo", "2026-03-29T12:00", "2026-03-29T03:00"},
      {"05:00", "Europe/Oslo", "2026-03-29T02:59", "2026-03-28T04:00"},
      {"02:30", "Europe/Oslo", "2026-03-29T12:00", "2026-03-29T01:00"},
      {"02:30", "Europe/Oslo", "2026-03-29T00:59", "2026-03-28T01:30"},
      {"02:30", "Europe/Oslo", "2026-03-30T00:29", "2026-03-29T01:00"},
      {"02:30", "Europe/Oslo", "2026-03-30T00:30", "2026-03-30T00:30"},
      // They go back at 03:00: 02:30 occurs twice, and the first one counts.
      {"05:00", "Europe/Oslo", "2026-10-25T12:00", "2026-10-25T04:00"},
      {"05:00", "Europe/Oslo", "2026-10-25T03:59", "2026-10-24T03:00"},
      {"02:30", "Europe/Oslo", "2026-10-25T12:00", "2026-10-25T00:30"},
      {"02:30", "Europe/Oslo", "2026-10-25T00:30", "2026-10-25T00:30"},
      {"02:30", "Europe/Oslo", "2026-10-25T00:29", "2026-10-24T00:30"},
      {"02:30", "Europe/Oslo", "2026-10-25T01:30", "2026-10-25T00:30"},
      {"02:30", "Europe/Oslo", "2026-10-26T01:29", "2026-10-25T00:30"},
      // Leap days, and the ends of years.
      {"05:00", "Europe/Oslo", "2028-02-29T12:00", "2028-02-29T04:00"},
      {"05:00", "Europe/Oslo", "2028-03-01T03:00", "2028-02-29T04:00"},
      {"05:00", "Europe/Oslo", "2027-03-01T03:00", "2027-02-28T04:00"},
      {"05:00", "Europe/Oslo", "2026-01-01T03:00", "2025-12-31T04:00"},
      // Far from UTC on either side, by parts of an hour, and without clock changes.
      {"05:00", "Pacific/Kiritimati", "2026-06-01T16:00", "2026-06-01T15:00"},
      {"05:00", "Pacific/Kiritimati", "2026-06-01T14:59", "2026-05-31T15:00"},
      {"05:00", "Pacific/Pago_Pago", "2026-06-01T15:59", "2026-05-31T16:00"},
      {"05:00", "Asia/Kathmandu", "2026-06-01T00:00", "2026-05-31T23:15"},
      {"05:00", "UTC", "2026-06-01T05:00", "2026-06-01T05:00"},
      // Lord Howe goes forward by half an hour: 02:15 does not exist on that night.
      {"02:15", "Australia/Lord_Howe", "2026-10-04T12:00", "2026-10-03T15:30"},
      // Before 1970 there is a last one too.
      {"05:00", "UTC", "1969-12-31T04:00", "1969-12-30T05:00"},
  };
  for (const Case& example : cases) {
    const std::int64_t last = Make(example.time, example.zone).LastBefore(At(example.now));
    EXPECT_EQ(last, At(example.last)) << example.time << " in " << example.zone << " before "
                                      << example.now << (last > 0 ? " is " + Text(last) : "");
  }
}

// Steps through all minutes of some days: the result never goes back, is never ahead, and changes
// once a day.
void GoThrough(const char* time, const char* zone, const char* first, int days) {
  const DailyTime daily = Make(time, zone);
  const std::int64_t begin = At(first);
  std::int64_t before = daily.LastBefore(begin);
  std::set<std::int64_t> instants;
  for (std::int64_t now = begin; now < begin + days * kDay; now += kMinute) {
    const std::int64_t last = daily.LastBefore(now);
    ASSERT_LE(last, now) << Text(now);
    ASSERT_GE(last, before) << Text(now);
    ASSERT_LE(now - last, 25 * kHour) << Text(now);  // The longest day.
    if (last != before) instants.insert(last);
    before = last;
  }
  EXPECT_EQ(instants.size(), static_cast<std::size_t>(days)) << time << " " << zone << " " << first;
}

TEST(DailyTime, ComesOnceADayWhenTheClocksChange) {
  for (const char* time : {"05:00", "02:30", "02:00", "03:00", "02:59", "01:59"}) {
    GoThrough(time, "Europe/Oslo", "2026-03-27T12:00", 4);
    GoThrough(time, "Europe/Oslo", "2026-10-23T12:00", 4);
  }
  // Midnight does not exist on the day, or occurs twice.
  GoThrough("00:00", "America/Asuncion", "2023-09-29T12:00", 4);
  GoThrough("00:30", "Atlantic/Azores", "2026-03-27T12:00", 4);
  GoThrough("00:30", "Atlantic/Azores", "2026-10-23T12:00", 4);
  GoThrough("05:00", "Europe/Oslo", "2028-02-27T12:00", 4);
}

TEST(DailyTime, CountsSecondsAndParts) {
  const DailyTime daily = Make("05:00", "UTC");
  const std::int64_t five = At("2026-06-01T05:00");
  EXPECT_EQ(daily.LastBefore(five - 1), five - kDay);
  EXPECT_EQ(daily.LastBefore(five), five);
  EXPECT_EQ(daily.LastBefore(five + 999), five);
}

TEST(DailyTime, IsOnADay) {
  const struct {
    const char* time;
    const char* zone;
    const char* day;
    const char* instant;
  } cases[] = {
      // Days of 23 and of 25 hours, and the days around them.
      {"00:00", "Europe/Oslo", "2026-03-28", "2026-03-27T23:00"},
      {"00:00", "Europe/Oslo", "2026-03-29", "2026-03-28T23:00"},
      {"00:00", "Europe/Oslo", "2026-03-30", "2026-03-29T22:00"},
      {"00:00", "Europe/Oslo", "2026-10-25", "2026-10-24T22:00"},
      {"00:00", "Europe/Oslo", "2026-10-26", "2026-10-25T23:00"},
      {"02:30", "Europe/Oslo", "2026-03-29", "2026-03-29T01:00"},
      {"02:30", "Europe/Oslo", "2026-10-25", "2026-10-25T00:30"},
      // Midnight does not exist on the day, or occurs twice.
      {"00:00", "America/Asuncion", "2023-10-01", "2023-10-01T04:00"},
      {"00:00", "Atlantic/Azores", "2026-10-25", "2026-10-25T00:00"},
      {"00:00", "Asia/Kathmandu", "2026-06-01", "2026-05-31T18:15"},
      {"00:00", "Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00"},
      {"00:00", "UTC", "2028-02-29", "2028-02-29T00:00"},
      {"00:00", "UTC", "1970-01-01", "1970-01-01T00:00"},
      {"00:00", "UTC", "9999-12-31", "9999-12-31T00:00"},
  };
  for (const auto& example : cases) {
    const auto day = base::Date::Parse(example.day);
    EXPECT_EQ(Make(example.time, example.zone).On(*day), At(example.instant))
        << example.zone << " " << example.day;
  }
}

TEST(DailyTime, RejectsInvalidTimes) {
  for (const char* time : {"", "5:00", "24:00", "05:60", "0500", "05:00:00", "ab:cd"}) {
    const auto made = DailyTime::Make(time, "Europe/Oslo");
    ASSERT_FALSE(made) << time;
    EXPECT_EQ(made.error().code, base::Code::kInvalid);
  }
  for (const char* zone : {"", "Nowhere/Else"}) {
    EXPECT_FALSE(DailyTime::Make("05:00", zone)) << zone;
  }
}

}  // namespace
}  // namespace orgreg::app
