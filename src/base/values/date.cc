// SPDX-License-Identifier: EUPL-1.2

#include "base/values/date.h"

#include <chrono>

namespace orgreg::base {
namespace {

// The number written by `count` digits at `at`, or -1 where one of them is not a digit.
int Digits(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  for (const char c : text.substr(at, count)) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

void AppendPadded(unsigned value, unsigned width, std::string* out) {
  unsigned divisor = 1;
  for (unsigned i = 1; i < width; ++i) divisor *= 10;
  for (; divisor != 0; divisor /= 10) {
    out->push_back(static_cast<char>('0' + value / divisor % 10));
  }
}

}  // namespace

std::optional<Date> Date::Parse(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const int year = Digits(text, 0, 4);
  const int month = Digits(text, 5, 2);
  const int day = Digits(text, 8, 2);
  if (year < 1 || month < 1 || day < 1) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return FromDays(
      static_cast<std::int32_t>(std::chrono::sys_days(date).time_since_epoch().count()));
}

void Date::AppendTo(std::string* out) const {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days_))};
  AppendPadded(static_cast<unsigned>(static_cast<int>(date.year())), 4, out);
  out->push_back('-');
  AppendPadded(static_cast<unsigned>(date.month()), 2, out);
  out->push_back('-');
  AppendPadded(static_cast<unsigned>(date.day()), 2, out);
}

std::string Date::ToString() const {
  std::string text;
  AppendTo(&text);
  return text;
}

}  // namespace orgreg::base
