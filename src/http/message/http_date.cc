// SPDX-License-Identifier: EUPL-1.2

#include "http/message/http_date.h"

#include <array>
#include <chrono>
#include <clocale>
#include <cstddef>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace orgreg::http {
namespace {

// The forms of RFC 9110, 5.6.7, as the GNU C library writes and reads them.
constexpr const char* kFixed = "%a, %d %b %04Y %H:%M:%S GMT";
constexpr const char* kRfc850 = "%A, %d-%b-%y %H:%M:%S GMT";
constexpr const char* kAsctime = "%a %b %e %H:%M:%S %04Y";
constexpr const char* kAsctimeTwoDigits = "%a %b %d %H:%M:%S %04Y";
constexpr std::size_t kLongest = 64;

locale_t EnglishNames() {
  static const locale_t names = newlocale(LC_ALL_MASK, "C", nullptr);
  return names;
}

std::string Format(const char* form, const std::tm& time) {
  std::array<char, kLongest> text = {};
  return {text.data(), strftime_l(text.data(), text.size(), form, &time, EnglishNames())};
}

// The library reads more than the form allows, such as other capitals and missing zeros: a text is
// in the form if it is what the library would write.
std::optional<std::tm> Parse(const char* form, const std::string& text) {
  std::tm time = {};
  const char* const end = strptime_l(text.c_str(), form, &time, EnglishNames());
  if (end == nullptr || Format(form, time) != text) return std::nullopt;
  return time;
}

// RFC 9110, 5.6.7: a year that seems more than 50 years ahead is the last one past that ends so.
int FullYear(int short_year, std::time_t now) {
  std::tm today = {};
  gmtime_r(&now, &today);
  const int this_year = today.tm_year + 1900;
  const int year = this_year - this_year % 100 + short_year;
  return year > this_year + 50 ? year - 100 : year;
}

// Nothing for a day that does not exist. A second may be a leap second.
std::optional<std::time_t> SecondsOf(const std::tm& time, int year) {
  namespace chrono = std::chrono;
  const auto date = chrono::year(year) / chrono::month(static_cast<unsigned>(time.tm_mon) + 1) /
                    chrono::day(static_cast<unsigned>(time.tm_mday));
  if (!date.ok() || time.tm_sec > 60) return std::nullopt;
  const auto seconds = chrono::sys_days(date) + chrono::hours(time.tm_hour) +
                       chrono::minutes(time.tm_min) + chrono::seconds(time.tm_sec);
  return static_cast<std::time_t>(seconds.time_since_epoch().count());
}

}  // namespace

std::optional<std::time_t> ParseHttpDate(std::string_view text, std::time_t now) {
  const std::string copy(text);
  for (const char* form : {kFixed, kAsctime, kAsctimeTwoDigits}) {
    if (const auto time = Parse(form, copy)) {
      return SecondsOf(*time, time->tm_year + 1900);
    }
  }
  if (const auto time = Parse(kRfc850, copy)) {
    return SecondsOf(*time, FullYear(time->tm_year % 100, now));
  }
  return std::nullopt;
}

std::string FormatHttpDate(std::time_t seconds) {
  std::tm time = {};
  gmtime_r(&seconds, &time);
  return Format(kFixed, time);
}

}  // namespace orgreg::http
