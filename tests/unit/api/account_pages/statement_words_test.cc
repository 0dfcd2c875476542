// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/statement_words.h"

#include <gtest/gtest.h>

#include <string_view>

#include "model/statements/fields.h"

namespace orgreg::api {
namespace {

using model::kStatementPlaces;
using model::ServedStatement;
using model::StatementAmount;

ServedStatement Of(std::string_view first_day, std::string_view last_day) {
  ServedStatement statement;
  statement.texts[kStatementPlaces.first_day] = first_day;
  statement.texts[kStatementPlaces.last_day] = last_day;
  return statement;
}

TEST(YearText, IsTheYearOnlyIfThePeriodIsOne) {
  EXPECT_EQ(YearText(Of("2024-01-01", "2024-12-31"), PageLanguage::kBokmaal), "2024");
  EXPECT_EQ(YearText(Of("2023-01-01", "2024-12-31"), PageLanguage::kBokmaal),
            "01.01.2023\u201331.12.2024");
  EXPECT_EQ(YearText(Of("2024-07-01", "2025-06-30"), PageLanguage::kBokmaal),
            "01.07.2024\u201330.06.2025");
  EXPECT_EQ(YearText(Of("2024-02-01", "2024-12-31"), PageLanguage::kBokmaal),
            "01.02.2024\u201331.12.2024");
}

TEST(PeriodText, HasBothDays) {
  EXPECT_EQ(PeriodText(Of("2024-01-01", "2024-12-31"), PageLanguage::kEnglish),
            "1\u00A0January\u00A02024\u201331\u00A0December\u00A02024");
}

TEST(AmountTextOf, IsEmptyOnlyIfTheAmountIsAbsent) {
  ServedStatement statement;
  EXPECT_EQ(AmountTextOf(statement, StatementAmount::kEquity, PageLanguage::kBokmaal), "");
  statement.At(StatementAmount::kEquity) = "0.00";
  EXPECT_EQ(AmountTextOf(statement, StatementAmount::kEquity, PageLanguage::kBokmaal), "0");
  statement.At(StatementAmount::kEquity) = "-1234567.50";
  EXPECT_EQ(AmountTextOf(statement, StatementAmount::kEquity, PageLanguage::kBokmaal),
            "\u22121\u00A0234\u00A0567,50");
}

}  // namespace
}  // namespace orgreg::api
