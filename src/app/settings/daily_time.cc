// SPDX-License-Identifier: EUPL-1.2

#include "app/settings/daily_time.h"

#include <unicode/gregocal.h>

#include <chrono>
#include <utility>

#include "base/values/ascii.h"
#include "base/values/time_zone.h"

namespace orgreg::app {
namespace {

constexpr std::int64_t kDayMs = std::int64_t{24} * 60 * 60 * 1000;

int Minutes(std::string_view time) {
  const auto digit = [time](std::size_t at) { return time[at] - '0'; };
  return (digit(0) * 10 + digit(1)) * 60 + digit(3) * 10 + digit(4);
}

}  // namespace

bool IsTimeOfDay(std::string_view text) {
  if (text.size() != 5 || text[2] != ':') return false;
  for (const std::size_t at : {0U, 1U, 3U, 4U}) {
    if (!base::IsDigit(text[at])) return false;
  }
  return text.substr(0, 2) <= "23" && text.substr(3) <= "59";
}

bool IsTimeZone(std::string_view name) { return base::TimeZone::Find(name).has_value(); }

struct DailyTime::State {
  base::TimeZone zone;
  int minutes = 0;  // Since midnight.
};

DailyTime::DailyTime(std::unique_ptr<State> state) : state_(std::move(state)) {}
DailyTime::DailyTime(DailyTime&&) noexcept = default;
DailyTime& DailyTime::operator=(DailyTime&&) noexcept = default;
DailyTime::~DailyTime() = default;

base::Result<DailyTime> DailyTime::Make(std::string_view time, const std::string& zone) {
  auto found = base::TimeZone::Find(zone);
  if (!IsTimeOfDay(time) || !found) {
    return base::Error{base::Code::kInvalid, "\"" + std::string(time) + "\" in \"" + zone +
                                                 "\" is not a time of day in a time zone"};
  }
  return DailyTime(std::make_unique<State>(State{*std::move(found), Minutes(time)}));
}

std::int64_t DailyTime::On(base::Date day) const {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day.days()))};
  UErrorCode error = U_ZERO_ERROR;
  icu::GregorianCalendar calendar(state_->zone.rules(), error);
  calendar.setRepeatedWallTimeOption(UCAL_WALLTIME_FIRST);
  calendar.setSkippedWallTimeOption(UCAL_WALLTIME_NEXT_VALID);
  calendar.clear();
  calendar.set(static_cast<int>(date.year()),
               static_cast<int>(static_cast<unsigned>(date.month())) - 1,  // ICU counts from 0.
               static_cast<int>(static_cast<unsigned>(date.day())), state_->minutes / 60,
               state_->minutes % 60);
  const auto instant = static_cast<std::int64_t>(calendar.getTime(error));
  // Not reached with a calendar that works.
  return U_SUCCESS(error) ? instant : day.days() * kDayMs;
}

std::int64_t DailyTime::LastBefore(std::int64_t now_ms) const {
  UErrorCode error = U_ZERO_ERROR;
  icu::GregorianCalendar calendar(state_->zone.rules(), error);
  calendar.setRepeatedWallTimeOption(UCAL_WALLTIME_FIRST);
  calendar.setSkippedWallTimeOption(UCAL_WALLTIME_NEXT_VALID);
  // The time on the day of `now`, or else on the day before.
  for (int days_back = 0; days_back < 2; ++days_back) {
    calendar.setTime(static_cast<UDate>(now_ms), error);
    calendar.add(UCAL_DATE, -days_back, error);
    const int year = calendar.get(UCAL_YEAR, error);
    const int month = calendar.get(UCAL_MONTH, error);
    const int day = calendar.get(UCAL_DATE, error);
    calendar.clear();
    calendar.set(year, month, day, state_->minutes / 60, state_->minutes % 60);
    const auto instant = static_cast<std::int64_t>(calendar.getTime(error));
    if (U_SUCCESS(error) && instant <= now_ms) return instant;
  }
  return now_ms - kDayMs;  // Not reached with a calendar that works.
}

}  // namespace orgreg::app
