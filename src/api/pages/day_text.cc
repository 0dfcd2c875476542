// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/day_text.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>

namespace orgreg::api {
namespace {

constexpr std::array<std::string_view, 12> kEnglishMonths = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

std::string Written(std::chrono::year_month_day day, PageLanguage language) {
  const unsigned month = static_cast<unsigned>(day.month());
  const unsigned in_month = static_cast<unsigned>(day.day());
  const int year = static_cast<int>(day.year());
  if (language != PageLanguage::kEnglish)
    return fmt::format("{:02}.{:02}.{:04}", in_month, month, year);
  return fmt::format("{}\u00A0{}\u00A0{}", in_month,
                     kEnglishMonths[static_cast<std::size_t>(month - 1)], year);
}

// "+1", "−3:30" with a sign after which no line breaks; nothing for none.
std::string DifferenceText(std::chrono::minutes offset) {
  if (offset.count() == 0) return {};
  const auto size = std::chrono::abs(offset).count();
  const std::string_view sign = offset.count() < 0 ? "\u2212" : "+";
  if (size % 60 == 0) return fmt::format("{}{}", sign, size / 60);
  return fmt::format("{}{}:{:02}", sign, size / 60, size % 60);
}

}  // namespace

std::string DayText(base::Date day, PageLanguage language) {
  return Written(std::chrono::sys_days(std::chrono::days(day.days())), language);
}

std::string TimeText(base::Timestamp time, const base::TimeZone& zone, PageLanguage language) {
  using std::chrono::days;
  using std::chrono::minutes;
  const minutes offset = zone.OffsetAt(time);
  const std::chrono::sys_time moment{std::chrono::milliseconds(time.milliseconds()) + offset};
  const auto day = std::chrono::floor<days>(moment);
  const auto of_day = std::chrono::floor<minutes>(moment - day).count();
  const bool is_english = language == PageLanguage::kEnglish;
  return fmt::format("{} {}\u00A0{:02}{}{:02}\u00A0UTC{}", Written(day, language),
                     is_english ? "at" : "kl.", of_day / 60, is_english ? ":" : ".", of_day % 60,
                     DifferenceText(offset));
}

}  // namespace orgreg::api
