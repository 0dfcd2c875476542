// SPDX-License-Identifier: EUPL-1.2

#include "tools/filings/accounts.h"

#include <gtest/gtest.h>

#include <functional>

namespace orgreg::tools {
namespace {

using enum model::StatementAmount;

// Every year of many organisations of all kinds: small and large, groups, in hundredths.
void ForEachYear(const std::function<void(const AccountsTraits&, const Accounts&)>& visit) {
  constexpr std::uint64_t kSeries = 4'000;
  constexpr std::int64_t kGiant = 1'000'000'000'000;
  for (std::uint64_t series = 0; series < kSeries; ++series) {
    AccountsTraits traits;
    traits.units = series % 3 == 0 ? 100 : 1;
    traits.least_assets = series % 97 == 0 ? kGiant * traits.units : 0;
    traits.paid_in *= traits.units;
    traits.is_group = series % 5 == 0;
    traits.pays_tax = series % 7 != 0;
    traits.has_other_result = series % 11 == 0;
    AccountsSeries accounts(traits, Random(series, Stream::kAccounts, series));
    for (const int months : {3, 12, 12, 18, 12, 12}) visit(traits, accounts.Next(months));
  }
}

TEST(GenerateAccounts, TheBalanceAddsUp) {
  ForEachYear([](const AccountsTraits&, const Accounts& accounts) {
    ASSERT_EQ(accounts.Sum(kAssets), accounts.Sum(kEquityAndDebt));
    ASSERT_EQ(accounts.Sum(kAssets), accounts.Sum(kFixedAssets) + accounts.Sum(kCurrentAssets));
    ASSERT_EQ(accounts.Sum(kEquityAndDebt), accounts.Sum(kEquity) + accounts.Sum(kDebt));
  });
}

TEST(GenerateAccounts, NothingIsNegativeThatCannotBe) {
  ForEachYear([](const AccountsTraits&, const Accounts& accounts) {
    for (const std::int64_t value :
         {accounts.goodwill, accounts.other_fixed_assets, accounts.inventories,
          accounts.receivables, accounts.investments, accounts.bank_and_cash,
          accounts.short_term_debt, accounts.long_term_debt, accounts.sales, accounts.other_income,
          accounts.wages, accounts.other_costs, accounts.finance_income,
          accounts.interest_within_group, accounts.other_interest, accounts.other_finance_costs}) {
      ASSERT_GE(value, 0);
    }
  });
}

TEST(GenerateAccounts, UntaxedOrganisationsHaveNoTax) {
  ForEachYear([](const AccountsTraits& traits, const Accounts& accounts) {
    if (traits.pays_tax) return;
    EXPECT_EQ(accounts.tax, 0);
    EXPECT_EQ(accounts.extraordinary_tax, 0);
  });
}

TEST(GenerateAccounts, TheTotalResultIsThatOfTheYearUnlessStandardsKnowMore) {
  ForEachYear([](const AccountsTraits& traits, const Accounts& accounts) {
    if (traits.has_other_result) return;
    ASSERT_EQ(accounts.Sum(kTotalResult), accounts.Sum(kResultOfYear));
  });
}

TEST(GenerateAccounts, TheSameDrawsGiveTheSameYears) {
  const auto year = [](std::uint64_t seed) {
    AccountsSeries accounts({}, Random(seed, Stream::kAccounts, 1));
    accounts.Next(12);
    return accounts.Next(12).Sums();
  };
  EXPECT_EQ(year(1), year(1));
  EXPECT_NE(year(1), year(2));
}

}  // namespace
}  // namespace orgreg::tools
