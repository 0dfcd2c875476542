// SPDX-License-Identifier: EUPL-1.2

#include "base/values/decimal.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace orgreg::base {
namespace {

TEST(Decimal, KeepsEveryDigitAndWritesAtLeastTwoDecimals) {
  const std::pair<const char*, const char*> cases[] = {
      {"0", "0.00"},
      {"+5", "5.00"},
      {".5", "0.50"},
      {"+.125", "0.125"},
      {"-.5", "-0.50"},
      {".5e1", "5.00"},
      {"7", "7.00"},
      {"1000.5", "1000.50"},
      {"6392018.00", "6392018.00"},
      {"0.125", "0.125"},
      {"1e3", "1000.00"},
      {"12.5e1", "125.00"},
      {"5e-3", "0.005"},
      {"-2.50", "-2.50"},
      {"123456789012345678901234567890.12", "123456789012345678901234567890.12"},
      {"1E+2", "100.00"},
  };
  for (const auto& [text, expected] : cases) {
    const auto decimal = Decimal::Parse(text);
    ASSERT_TRUE(decimal) << text;
    EXPECT_EQ(decimal->text(), expected) << text;
  }
}

TEST(Decimal, WritesZeroWithoutASign) {
  const std::pair<const char*, const char*> cases[] = {
      {"-0", "0.00"},      {"-0.00", "0.00"},  {"-.0", "0.00"},
      {"+0", "0.00"},      {"-0e5", "0.00"},   {"-0.000", "0.000"},
      {"-0e-4", "0.0000"}, {"-0.01", "-0.01"}, {"-1e-3", "-0.001"},
  };
  for (const auto& [text, expected] : cases) {
    const auto decimal = Decimal::Parse(text);
    ASSERT_TRUE(decimal) << text;
    EXPECT_EQ(decimal->text(), expected) << text;
  }
  EXPECT_EQ(Decimal::Parse("-0"), Decimal::Parse("0"));
}

TEST(Decimal, RejectsInvalidNumbers) {
  for (const char* text :
       {"",      "-",     "+",     ".",     "+.",  "-.",       "5.",  "..5", "1,5",
        "1 000", "e3",    ".e3",   "1e",    "1e+", "1e9999",   "NaN", "--1", "+-1",
        "-+1",   "1e+-2", "1e--2", "1.2.3", "+ 5", "Infinity", "0x1", "5+"}) {
    EXPECT_FALSE(Decimal::Parse(text)) << text;
  }
  EXPECT_FALSE(Decimal::Parse(std::string(Decimal::kMaxDigits + 1, '9')));
}

// Stored values must be readable again.
TEST(Decimal, TakesNoMoreDigitsThanItReadsAgain) {
  const std::string nines(Decimal::kMaxDigits - 2, '9');
  const std::string zeros(Decimal::kMaxDigits - 2, '0');
  const std::pair<std::string, bool> cases[] = {
      {nines, true},
      {nines + "9", false},
      {nines + ".25", true},
      {"1e397", true},
      {"1e398", false},
      {"-1e400", false},
      {"1e-399", true},
      {"1e-400", false},
      {"0." + zeros + "1", true},
      {nines + "e-400", false},
      {zeros + "1", true},
      {"12e-399", true},
  };
  for (const auto& [text, is_taken] : cases) {
    const auto decimal = Decimal::Parse(text);
    EXPECT_EQ(decimal.has_value(), is_taken) << text;
    if (!decimal) continue;
    const auto again = Decimal::Parse(decimal->text());
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(again->text(), decimal->text());
  }
}

}  // namespace
}  // namespace orgreg::base
