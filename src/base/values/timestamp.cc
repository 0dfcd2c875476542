// SPDX-License-Identifier: EUPL-1.2

#include "base/values/timestamp.h"

#include <array>

#include "base/values/date.h"

namespace orgreg::base {
namespace {

constexpr std::int64_t kMillisecondsADay = 86'400'000;
constexpr std::string_view kForm = "yyyy-MM-ddTHH:mm:ss.SSSZ";

// A part of the time of day: its position, its number of digits, the milliseconds of one unit and
// the number of units.
struct Part {
  std::size_t at = 0;
  std::size_t digits = 0;
  std::int64_t unit = 0;
  std::int64_t count = 0;
};
constexpr std::array kParts = {Part{11, 2, 3'600'000, 24}, Part{14, 2, 60'000, 60},
                               Part{17, 2, 1'000, 60}, Part{20, 3, 1, 1'000}};

// The number written by the digits of the part; nothing where one of them is not a digit.
std::optional<std::int64_t> ReadPart(std::string_view text, const Part& part) {
  std::int64_t value = 0;
  for (const char c : text.substr(part.at, part.digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

}  // namespace

std::optional<Timestamp> Timestamp::Parse(std::string_view text) {
  if (text.size() != kForm.size()) return std::nullopt;
  for (const std::size_t at : {10U, 13U, 16U, 19U, 23U}) {
    if (text[at] != kForm[at]) return std::nullopt;
  }
  const std::optional<Date> day = Date::Parse(text.substr(0, 10));
  if (!day) return std::nullopt;
  std::int64_t milliseconds = day->days() * kMillisecondsADay;
  for (const Part& part : kParts) {
    const std::optional<std::int64_t> value = ReadPart(text, part);
    if (!value || *value >= part.count) return std::nullopt;
    milliseconds += *value * part.unit;
  }
  return FromMilliseconds(milliseconds);
}

void Timestamp::AppendTo(std::string* out) const {
  std::int64_t time_of_day = milliseconds_ % kMillisecondsADay;
  if (time_of_day < 0) time_of_day += kMillisecondsADay;
  const std::size_t start = out->size();
  const std::int64_t days = (milliseconds_ - time_of_day) / kMillisecondsADay;
  Date::FromDays(static_cast<std::int32_t>(days)).AppendTo(out);
  out->append(kForm.substr(out->size() - start));
  for (const Part& part : kParts) {
    std::int64_t value = time_of_day / part.unit % part.count;
    for (std::size_t digit = part.digits; digit != 0; --digit, value /= 10)
      (*out)[start + part.at + digit - 1] = static_cast<char>('0' + value % 10);
  }
}

std::string Timestamp::ToString() const {
  std::string text;
  AppendTo(&text);
  return text;
}

}  // namespace orgreg::base
