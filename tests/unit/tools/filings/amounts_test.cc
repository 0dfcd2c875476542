// SPDX-License-Identifier: EUPL-1.2

#include "tools/filings/amounts.h"

#include <gtest/gtest.h>

namespace orgreg::tools {
namespace {

using enum model::StatementAmount;

TEST(ShownZeros, AnAmountThatIsNotZeroIsWrittenToTheLastHundredth) {
  Accounts accounts;
  accounts.bank_and_cash = 1'234'567;
  accounts.retained_equity = -5;
  accounts.short_term_debt = 1'234'572;
  for (std::uint64_t entity = 0; entity < 200; ++entity) {
    Random random(1, Stream::kFilings, entity);
    const ShownZeros zeros(&random);
    model::Statement statement;
    zeros.SetAmounts(accounts, 100, &statement);
    ASSERT_TRUE(statement.At(kAssets));
    EXPECT_EQ(statement.At(kAssets)->text(), "12345.67");
    ASSERT_TRUE(statement.At(kRetainedEquity));
    EXPECT_EQ(statement.At(kRetainedEquity)->text(), "-0.05");
    zeros.SetAmounts(accounts, 1, &statement);
    EXPECT_EQ(statement.At(kShortTermDebt)->text(), "1234572.00");
  }
}

TEST(ShownZeros, ZeroIsAbsentForSomeAndThereForOthers) {
  int shown = 0;
  for (std::uint64_t entity = 0; entity < 1000; ++entity) {
    Random random(1, Stream::kFilings, entity);
    model::Statement statement;
    statement.At(kLongTermDebt) = base::Decimal::Parse("1");
    ShownZeros(&random).SetAmounts({}, 1, &statement);
    if (!statement.At(kLongTermDebt)) continue;
    EXPECT_EQ(statement.At(kLongTermDebt)->text(), "0.00");
    ++shown;
  }
  EXPECT_GT(shown, 40);
  EXPECT_LT(shown, 140);
}

}  // namespace
}  // namespace orgreg::tools
