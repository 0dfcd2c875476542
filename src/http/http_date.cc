#include "http/http_date.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace orgreg::http {
namespace {

void AppendDigits(int number, int width, std::string* out) {
  int unit = 1;
  for (int i = 1; i < width; ++i) unit *= 10;
  for (; unit > 0; unit /= 10) out->push_back(static_cast<char>('0' + number / unit % 10));
}

}  // namespace

std::string FormatHttpDate(std::time_t seconds) {
  constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed",
                                                     "Thu", "Fri", "Sat"};
  constexpr std::array<std::string_view, 12> kMonths = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  };
  std::tm time = {};
  gmtime_r(&seconds, &time);
  std::string text;
  text.append(kDays[static_cast<std::size_t>(time.tm_wday)]).append(", ");
  AppendDigits(time.tm_mday, 2, &text);
  text.append(" ").append(kMonths[static_cast<std::size_t>(time.tm_mon)]).append(" ");
  AppendDigits(time.tm_year + 1900, 4, &text);
  text.append(" ");
  AppendDigits(time.tm_hour, 2, &text);
  text.append(":");
  AppendDigits(time.tm_min, 2, &text);
  text.append(":");
  AppendDigits(time.tm_sec, 2, &text);
  text.append(" GMT");
  return text;
}

}  // namespace orgreg::http
