// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/number_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace orgreg::api {
namespace {

using base::Decimal;

TEST(WholeText, IsGroupedAsTheLanguageDoes) {
  EXPECT_EQ(WholeText(1234567, PageLanguage::kBokmaal), "1\u00A0234\u00A0567");
  EXPECT_EQ(WholeText(1234567, PageLanguage::kNynorsk), "1\u00A0234\u00A0567");
  EXPECT_EQ(WholeText(1234567, PageLanguage::kEnglish), "1,234,567");
}

TEST(WholeText, HasNoSeparatorBeforeTheFirstDigit) {
  EXPECT_EQ(WholeText(0, PageLanguage::kEnglish), "0");
  EXPECT_EQ(WholeText(999, PageLanguage::kEnglish), "999");
  EXPECT_EQ(WholeText(123456, PageLanguage::kEnglish), "123,456");
  EXPECT_EQ(WholeText(-123456, PageLanguage::kEnglish), "\u2212123,456");
}

TEST(WholeText, TakesTheLeastNumber) {
  EXPECT_EQ(WholeText(std::numeric_limits<std::int64_t>::min(), PageLanguage::kEnglish),
            "\u22129,223,372,036,854,775,808");
}

TEST(AmountText, KeepsDecimalsThatAreNotZero) {
  EXPECT_EQ(AmountText(*Decimal::Parse("1234.50"), PageLanguage::kBokmaal), "1\u00A0234,50");
  EXPECT_EQ(AmountText(*Decimal::Parse("-1234.567"), PageLanguage::kEnglish), "\u22121,234.567");
  EXPECT_EQ(AmountText(*Decimal::Parse("1234.00"), PageLanguage::kEnglish), "1,234");
  EXPECT_EQ(AmountText(Decimal(), PageLanguage::kBokmaal), "0");
}

TEST(MoneyText, HasTheCurrencyWhereTheLanguagePutsIt) {
  const Decimal amount = *Decimal::Parse("30000");
  EXPECT_EQ(MoneyText(amount, "NOK", PageLanguage::kNynorsk), "30\u00A0000\u00A0NOK");
  EXPECT_EQ(MoneyText(amount, "NOK", PageLanguage::kEnglish), "NOK\u00A030,000");
  EXPECT_EQ(MoneyText(amount, "", PageLanguage::kEnglish), "30,000");
}

TEST(EmployeesText, HasAClassForFew) {
  EXPECT_EQ(EmployeesText(std::nullopt, PageLanguage::kBokmaal), "");
  EXPECT_EQ(EmployeesText(0, PageLanguage::kBokmaal), "0");
  EXPECT_EQ(EmployeesText(1, PageLanguage::kBokmaal), "1\u20134");
  EXPECT_EQ(EmployeesText(1234, PageLanguage::kEnglish), "1,234");
}

TEST(OrgNumberText, KeepsLeadingZeros) {
  EXPECT_EQ(OrgNumberText(*base::OrgNumber::Parse("012345678")), "012\u00A0345\u00A0678");
}

}  // namespace
}  // namespace orgreg::api
