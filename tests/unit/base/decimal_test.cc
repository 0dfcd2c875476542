#include "base/decimal.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace orgreg::base {
namespace {

TEST(Decimal, KeepsEveryDigitAndWritesAtLeastTwoDecimals) {
  const std::pair<const char*, const char*> cases[] = {
      {"0", "0.00"},
      {"-0", "-0.00"},
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

TEST(Decimal, RefusesWhatIsNoNumber) {
  for (const char* text : {"", "-", ".5", "5.", "1,5", "1 000", "e3", "1e", "1e9999", "NaN",
                           "Infinity", "0x1", "--1", "1.2.3"}) {
    EXPECT_FALSE(Decimal::Parse(text)) << text;
  }
  EXPECT_FALSE(Decimal::Parse(std::string(Decimal::kMaxDigits + 1, '9')));
}

}  // namespace
}  // namespace orgreg::base
