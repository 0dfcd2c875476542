// SPDX-License-Identifier: EUPL-1.2

#include "api/state_pages/age_text.h"

#include <gtest/gtest.h>

namespace orgreg::api {
namespace {

constexpr std::int64_t kNow = 1'800'000'000'000;
constexpr std::int64_t kMinute = 60'000;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

TEST(AgeText, SaysTheLargestUnitThatHasPassed) {
  const auto after = [](std::int64_t age) {
    return AgeText(kNow - age, kNow, PageLanguage::kEnglish);
  };
  EXPECT_EQ(after(0), "just now");
  EXPECT_EQ(after(kMinute - 1), "just now");
  EXPECT_EQ(after(kMinute), "1 minute ago");
  EXPECT_EQ(after(kHour - 1), "59 minutes ago");
  EXPECT_EQ(after(kHour), "1 hour ago");
  EXPECT_EQ(after(kDay - 1), "23 hours ago");
  EXPECT_EQ(after(kDay), "1 day ago");
  EXPECT_EQ(after(400 * kDay), "400 days ago");
}

TEST(AgeText, TheFutureIsNow) {
  EXPECT_EQ(AgeText(kNow + kDay, kNow, PageLanguage::kEnglish), "just now");
}

TEST(AgeText, IsInTheLanguageOfThePage) {
  EXPECT_EQ(AgeText(kNow - 2 * kHour, kNow, PageLanguage::kBokmaal), "for 2 timer siden");
  EXPECT_EQ(AgeText(kNow - 2 * kHour, kNow, PageLanguage::kNynorsk), "for 2 timar sidan");
}

TEST(SizeText, HasADecimalOnlyBelowTen) {
  EXPECT_EQ(SizeText(0, PageLanguage::kEnglish), "0\u00A0B");
  EXPECT_EQ(SizeText(999, PageLanguage::kEnglish), "999\u00A0B");
  EXPECT_EQ(SizeText(1000, PageLanguage::kEnglish), "1.0\u00A0kB");
  EXPECT_EQ(SizeText(9'999'999, PageLanguage::kEnglish), "9.9\u00A0MB");
  EXPECT_EQ(SizeText(10'000'000, PageLanguage::kEnglish), "10\u00A0MB");
  EXPECT_EQ(SizeText(999'999'999, PageLanguage::kEnglish), "999\u00A0MB");
  EXPECT_EQ(SizeText(1'234'567'890, PageLanguage::kBokmaal), "1,2\u00A0GB");
}

TEST(SizeText, TheLargestUnitHasNoEnd) {
  EXPECT_EQ(SizeText(5'000'000'000'000'000, PageLanguage::kEnglish), "5000\u00A0TB");
}

}  // namespace
}  // namespace orgreg::api
