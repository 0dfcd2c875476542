// SPDX-License-Identifier: EUPL-1.2

#include "base/values/org_number.h"

#include <gtest/gtest.h>

namespace orgreg::base {
namespace {

TEST(OrgNumber, ReadsNineDigitsAndWritesThemBack) {
  for (const char* text : {"312300028", "000000000", "999999999", "012345678"}) {
    const auto number = OrgNumber::Parse(text);
    ASSERT_TRUE(number) << text;
    EXPECT_EQ(number->ToString(), text);
  }
}

TEST(OrgNumber, RefusesEverythingElse) {
  for (const char* text : {"", "12345678", "1234567890", "9ECD01011", " 12345678", "12345678 ",
                           "-12345678", "12345.678", "１２３"}) {
    EXPECT_FALSE(OrgNumber::Parse(text)) << text;
  }
}

TEST(OrgNumber, KnowsItsCheckDigit) {
  for (const char* text : {"312300028", "312306018", "509100675", "913460197"}) {
    EXPECT_TRUE(OrgNumber::Parse(text)->HasValidCheckDigit()) << text;
  }
  for (const char* text : {"312300029", "312306011", "509100676", "100000000", "000000001"}) {
    EXPECT_FALSE(OrgNumber::Parse(text)->HasValidCheckDigit()) << text;
  }
}

}  // namespace
}  // namespace orgreg::base
