#include "http/message/http_date.h"

#include <array>
#include <chrono>
#include <cstddef>

namespace orgreg::http {
namespace {

constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 7> kLongDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                       "Thursday", "Friday", "Saturday"};
constexpr std::array<std::string_view, 12> kMonths = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
};

void AppendDigits(int number, int width, std::string* out) {
  int unit = 1;
  for (int i = 1; i < width; ++i) unit *= 10;
  for (; unit > 0; unit /= 10) out->push_back(static_cast<char>('0' + number / unit % 10));
}

// Reads a date from its begin. After the first thing that is not there all further reads
// fail too.
class DateReader {
 public:
  DateReader(std::string_view text, std::time_t now) : rest_(text), now_(now) {}

  // The index of the name that comes next.
  template <std::size_t count>
  unsigned Name(const std::array<std::string_view, count>& names) {
    for (std::size_t i = 0; i < count; ++i) {
      if (rest_.starts_with(names[i])) {
        rest_.remove_prefix(names[i].size());
        return static_cast<unsigned>(i);
      }
    }
    Fail();
    return 0;
  }

  unsigned Digits(std::size_t width) {
    unsigned number = 0;
    for (std::size_t i = 0; i < width; ++i) {
      const char c = i < rest_.size() ? rest_[i] : ' ';
      if (c < '0' || c > '9') {
        Fail();
        return 0;
      }
      number = number * 10 + static_cast<unsigned>(c - '0');
    }
    rest_.remove_prefix(width);
    return number;
  }

  void Text(std::string_view text) {
    if (rest_.starts_with(text)) {
      rest_.remove_prefix(text.size());
    } else {
      Fail();
    }
  }

  void Day(std::size_t width) { day_ = Digits(width); }
  void Month() { month_ = Name(kMonths) + 1; }
  void Year() { year_ = static_cast<int>(Digits(4)); }

  // RFC 9110, 5.6.7: what seems more than 50 years ahead is the last year past that ends so.
  void ShortYear() {
    std::tm today = {};
    gmtime_r(&now_, &today);
    const int this_year = today.tm_year + 1900;
    year_ = this_year - this_year % 100 + static_cast<int>(Digits(2));
    if (year_ > this_year + 50) year_ -= 100;
  }

  void Time() {
    hour_ = Digits(2);
    Text(":");
    minute_ = Digits(2);
    Text(":");
    second_ = Digits(2);
  }

  bool Continues(std::string_view text) const { return rest_.starts_with(text); }

  // Only if nothing was missing and nothing is left over. A second may be a leap second.
  std::optional<std::time_t> Result() const {
    namespace chrono = std::chrono;
    const auto date = chrono::year(year_) / chrono::month(month_) / chrono::day(day_);
    if (failed_ || !rest_.empty() || !date.ok()) return std::nullopt;
    if (hour_ > 23 || minute_ > 59 || second_ > 60) return std::nullopt;
    const auto time = chrono::sys_days(date) + chrono::hours(hour_) + chrono::minutes(minute_) +
                      chrono::seconds(second_);
    return static_cast<std::time_t>(time.time_since_epoch().count());
  }

 private:
  void Fail() {
    failed_ = true;
    rest_ = {};
  }

  std::string_view rest_;
  std::time_t now_;
  bool failed_ = false;
  int year_ = 0;
  unsigned month_ = 0;
  unsigned day_ = 0;
  unsigned hour_ = 0;
  unsigned minute_ = 0;
  unsigned second_ = 0;
};

// "Sun, 06 Nov 1994 08:49:37 GMT"
std::optional<std::time_t> ParseFixed(DateReader reader) {
  reader.Name(kDays);
  reader.Text(", ");
  reader.Day(2);
  reader.Text(" ");
  reader.Month();
  reader.Text(" ");
  reader.Year();
  reader.Text(" ");
  reader.Time();
  reader.Text(" GMT");
  return reader.Result();
}

// "Sunday, 06-Nov-94 08:49:37 GMT"
std::optional<std::time_t> ParseRfc850(DateReader reader) {
  reader.Name(kLongDays);
  reader.Text(", ");
  reader.Day(2);
  reader.Text("-");
  reader.Month();
  reader.Text("-");
  reader.ShortYear();
  reader.Text(" ");
  reader.Time();
  reader.Text(" GMT");
  return reader.Result();
}

// "Sun Nov  6 08:49:37 1994"
std::optional<std::time_t> ParseAsctime(DateReader reader) {
  reader.Name(kDays);
  reader.Text(" ");
  reader.Month();
  reader.Text(" ");
  if (reader.Continues(" ")) {
    reader.Text(" ");
    reader.Day(1);
  } else {
    reader.Day(2);
  }
  reader.Text(" ");
  reader.Time();
  reader.Text(" ");
  reader.Year();
  return reader.Result();
}

}  // namespace

std::optional<std::time_t> ParseHttpDate(std::string_view text, std::time_t now) {
  const DateReader reader(text, now);
  if (text.size() > 3 && text[3] == ',') return ParseFixed(reader);
  if (text.size() > 3 && text[3] == ' ') return ParseAsctime(reader);
  return ParseRfc850(reader);
}

std::string FormatHttpDate(std::time_t seconds) {
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
