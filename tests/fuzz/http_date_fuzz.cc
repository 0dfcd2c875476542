// SPDX-License-Identifier: EUPL-1.2

// Reads times of HTTP: the result for any text, and for texts that are nearly right, must be that
// of a slow reader below, which knows only the grammar of RFC 9110, 5.6.7, and counts days one by
// one. A time that is read can be written, and is then read as the same one. The first two bytes
// choose the present year; the next seven make a time in each of the three forms.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

#include "http/message/http_date.h"

namespace {

using Names = std::array<std::string_view, 12>;
constexpr Names kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::array<std::string_view, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};

void Demand(bool holds) {
  if (!holds) std::abort();
}

// The parts of a time as they were read; -1 for a part that is wrong.
struct Parts {
  int year = -1;
  int month = -1;  // From 0.
  int day = -1;
  int hour = -1;
  int minute = -1;
  int second = -1;
};

int NumberOf(std::string_view digits) {
  int number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return -1;
    number = 10 * number + (c - '0');
  }
  return number;
}

int MonthOf(std::string_view name) {
  for (std::size_t month = 0; month < kMonths.size(); ++month) {
    if (kMonths[month] == name) return static_cast<int>(month);
  }
  return -1;
}

bool IsShortDay(std::string_view name) {
  for (const std::string_view day : kDays) {
    if (day.substr(0, 3) == name) return true;
  }
  return false;
}

void ReadClock(std::string_view text, Parts* parts) {
  if (text[2] != ':' || text[5] != ':') return;
  parts->hour = NumberOf(text.substr(0, 2));
  parts->minute = NumberOf(text.substr(3, 2));
  parts->second = NumberOf(text.substr(6, 2));
}

// "Sun, 06 Nov 1994 08:49:37 GMT"
std::optional<Parts> ReadFixed(std::string_view text) {
  if (text.size() != 29 || !IsShortDay(text.substr(0, 3)) || text.substr(3, 2) != ", " ||
      text[7] != ' ' || text[11] != ' ' || text[16] != ' ' || text.substr(25) != " GMT")
    return std::nullopt;
  Parts parts{.year = NumberOf(text.substr(12, 4)),
              .month = MonthOf(text.substr(8, 3)),
              .day = NumberOf(text.substr(5, 2))};
  ReadClock(text.substr(17, 8), &parts);
  return parts;
}

// "Sun Nov  6 08:49:37 1994", or with two digits of the day.
std::optional<Parts> ReadAsctime(std::string_view text) {
  if (text.size() != 24 || !IsShortDay(text.substr(0, 3)) || text[3] != ' ' || text[7] != ' ' ||
      text[10] != ' ' || text[19] != ' ')
    return std::nullopt;
  Parts parts{.year = NumberOf(text.substr(20)),
              .month = MonthOf(text.substr(4, 3)),
              .day = NumberOf(text[8] == ' ' ? text.substr(9, 1) : text.substr(8, 2))};
  ReadClock(text.substr(11, 8), &parts);
  return parts;
}

// "Sunday, 06-Nov-94 08:49:37 GMT". The year is one of this century, unless that is more than fifty
// years ahead.
std::optional<Parts> ReadRfc850(std::string_view text, int this_year) {
  for (const std::string_view day : kDays) {
    if (!text.starts_with(day)) continue;
    const std::string_view rest = text.substr(day.size());
    if (rest.size() != 24 || rest.substr(0, 2) != ", " || rest[4] != '-' || rest[8] != '-' ||
        rest[11] != ' ' || rest.substr(20) != " GMT")
      return std::nullopt;
    Parts parts{.year = NumberOf(rest.substr(9, 2)),
                .month = MonthOf(rest.substr(5, 3)),
                .day = NumberOf(rest.substr(2, 2))};
    if (parts.year >= 0) parts.year += this_year / 100 * 100;
    while (parts.year > this_year + 50) parts.year -= 100;
    ReadClock(rest.substr(12, 8), &parts);
    return parts;
  }
  return std::nullopt;
}

bool IsLeap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int DaysIn(int year, int month) {
  constexpr std::array kLengths = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kLengths[static_cast<std::size_t>(month)] + (month == 1 && IsLeap(year) ? 1 : 0);
}

std::optional<std::time_t> SecondsOf(const Parts& parts) {
  if (parts.year < 0 || parts.month < 0 || parts.day < 1 || parts.hour < 0 || parts.minute < 0 ||
      parts.second < 0)
    return std::nullopt;
  if (parts.day > DaysIn(parts.year, parts.month) || parts.hour > 23 || parts.minute > 59 ||
      parts.second > 60)  // A leap second.
    return std::nullopt;
  std::int64_t days = parts.day - 1;
  for (int year = 1970; year < parts.year; ++year) days += IsLeap(year) ? 366 : 365;
  for (int year = parts.year; year < 1970; ++year) days -= IsLeap(year) ? 366 : 365;
  for (int month = 0; month < parts.month; ++month) days += DaysIn(parts.year, month);
  return ((days * 24 + parts.hour) * 60 + parts.minute) * 60 + parts.second;
}

std::optional<std::time_t> ReadSlowly(std::string_view text, int this_year) {
  auto parts = ReadFixed(text);
  if (!parts) parts = ReadAsctime(text);
  if (!parts) parts = ReadRfc850(text, this_year);
  return parts ? SecondsOf(*parts) : std::nullopt;
}

void Compare(std::string_view text, int this_year) {
  // In the middle of the year.
  const std::time_t now =
      *SecondsOf({.year = this_year, .month = 6, .day = 1, .hour = 0, .minute = 0, .second = 0});
  const auto found = orgreg::http::ParseHttpDate(text, now);
  Demand(found == ReadSlowly(text, this_year));
  constexpr std::time_t kYear10000 = 253'402'300'800;
  if (!found || *found < 0 || *found >= kYear10000) return;
  Demand(orgreg::http::ParseHttpDate(orgreg::http::FormatHttpDate(*found), now) == *found);
}

std::string TwoDigits(int number, char zero = '0') {
  return (number < 10 ? std::string(1, zero) : "") + std::to_string(number);
}

// The bytes are a day of the week, the year (two of them), the month, the day, the hour and, for
// minute and second, one more. Some are just out of range.
void CompareMade(const std::uint8_t* bytes, int this_year) {
  const std::string_view weekday = kDays[bytes[0] % kDays.size()];
  const std::string month(kMonths[bytes[3] % kMonths.size()]);
  const int day = bytes[4] % 33;
  const std::string clock = TwoDigits(bytes[5] % 25) + ":" + TwoDigits(bytes[6] % 61) + ":" +
                            TwoDigits((bytes[6] + bytes[5]) % 62);
  const std::string year = TwoDigits(bytes[1] % 100) + TwoDigits(bytes[2] % 100);
  const std::string name(weekday.substr(0, 3));
  Compare(name + ", " + TwoDigits(day) + " " + month + " " + year + " " + clock + " GMT",
          this_year);
  Compare(name + " " + month + " " + TwoDigits(day, ' ') + " " + clock + " " + year, this_year);
  Compare(std::string(weekday) + ", " + TwoDigits(day) + "-" + month + "-" + year.substr(2) + " " +
              clock + " GMT",
          this_year);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kChosen = 2;
  constexpr std::size_t kMade = 7;
  if (size < kChosen) return 0;
  const int this_year = 1970 + (data[0] * 256 + data[1]) % 400;
  if (size >= kChosen + kMade) CompareMade(data + kChosen, this_year);
  Compare({reinterpret_cast<const char*>(data) + kChosen, size - kChosen}, this_year);
  return 0;
}
