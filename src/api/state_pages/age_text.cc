// SPDX-License-Identifier: EUPL-1.2

#include "api/state_pages/age_text.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <string_view>

#include "api/pages/words.h"

namespace orgreg::api {
namespace {

using std::chrono::milliseconds;

struct AgeRow {
  milliseconds unit{0};
  std::string_view one = {};
  std::string_view many = {};
};
// From the largest unit to the smallest.
constexpr std::array kAges = {
    AgeRow{std::chrono::days(1), "status.age.day", "status.age.days"},
    AgeRow{std::chrono::hours(1), "status.age.hour", "status.age.hours"},
    AgeRow{std::chrono::minutes(1), "status.age.minute", "status.age.minutes"},
};

constexpr std::uint64_t kStep = 1000;
constexpr std::array<std::string_view, 4> kSizeUnits = {"kB", "MB", "GB", "TB"};

}  // namespace

std::string AgeText(std::int64_t time_ms, std::int64_t now_ms, PageLanguage language) {
  const milliseconds age(now_ms - time_ms);
  for (const AgeRow& row : kAges) {
    const auto count = age / row.unit;
    if (count < 1) continue;
    return fmt::format(fmt::runtime(WordsFor(count == 1 ? row.one : row.many, language)), count);
  }
  return std::string(WordsFor("status.age.now", language));
}

std::string SizeText(std::uint64_t bytes, PageLanguage language) {
  if (bytes < kStep) return fmt::format("{}\u00A0B", bytes);
  std::size_t at = 0;
  std::uint64_t unit = kStep;
  while (bytes / unit >= kStep && at + 1 < kSizeUnits.size()) {
    unit *= kStep;
    ++at;
  }
  const std::uint64_t whole = bytes / unit;
  const std::uint64_t tenths = bytes % unit / (unit / 10);
  if (whole >= 10) return fmt::format("{}\u00A0{}", whole, kSizeUnits[at]);
  const char point = language == PageLanguage::kEnglish ? '.' : ',';
  return fmt::format("{}{}{}\u00A0{}", whole, point, tenths, kSizeUnits[at]);
}

}  // namespace orgreg::api
