// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/amount_groups.h"

#include <array>

namespace orgreg::api {
namespace {

using enum model::StatementAmount;

constexpr std::array kIncome = {
    AmountLine{kSalesIncome, "account.sales_income"},
    AmountLine{kOperatingIncome, "account.operating_income", true},
    AmountLine{kWages, "account.wages"},
    AmountLine{kOperatingCosts, "account.operating_costs", true},
    AmountLine{kOperatingResult, "account.operating_result", true},
    AmountLine{kFinanceIncome, "account.finance_income"},
    AmountLine{kInterestWithinGroup, "account.interest_within_group"},
    AmountLine{kOtherInterest, "account.other_interest"},
    AmountLine{kFinanceCosts, "account.finance_costs"},
    AmountLine{kNetFinance, "account.net_finance", true},
    AmountLine{kResultBeforeTax, "account.result_before_tax", true},
    AmountLine{kTax, "account.tax"},
    AmountLine{kExtraordinaryItems, "account.extraordinary_items"},
    AmountLine{kExtraordinaryTax, "account.extraordinary_tax"},
    AmountLine{kResultOfYear, "account.result_of_year", true},
    AmountLine{kTotalResult, "account.total_result", true},
};
constexpr std::array kAssetLines = {
    AmountLine{kGoodwill, "account.good_will"},
    AmountLine{kFixedAssets, "account.fixed_assets", true},
    AmountLine{kInventories, "account.inventories"},
    AmountLine{kReceivables, "account.receivables"},
    AmountLine{kInvestments, "account.investments"},
    AmountLine{kBankAndCash, "account.bank_and_cash"},
    AmountLine{kCurrentAssets, "account.current_assets", true},
    AmountLine{kAssets, "account.total_assets", true},
};
constexpr std::array kEquityLines = {
    AmountLine{kPaidInEquity, "account.paid_in_equity"},
    AmountLine{kRetainedEquity, "account.retained_equity"},
    AmountLine{kEquity, "account.total_equity", true},
};
constexpr std::array kDebtLines = {
    AmountLine{kLongTermDebt, "account.long_term_debt"},
    AmountLine{kShortTermDebt, "account.short_term_debt"},
    AmountLine{kDebt, "account.total_debt", true},
    AmountLine{kEquityAndDebt, "account.equity_and_debt", true},
};
constexpr std::array kGroups = {
    AmountGroup{"account.income", kIncome},
    AmountGroup{"account.assets", kAssetLines},
    AmountGroup{"account.equity", kEquityLines},
    AmountGroup{"account.debt", kDebtLines},
};

constexpr bool HasEachAmountOnce() {
  std::array<int, model::kStatementAmounts> times = {};
  for (const AmountGroup& group : kGroups) {
    for (const AmountLine& line : group.lines) ++times[static_cast<std::size_t>(line.amount)];
  }
  for (const int count : times) {
    if (count != 1) return false;
  }
  return true;
}
static_assert(HasEachAmountOnce());

}  // namespace

std::span<const AmountGroup> AmountGroups() { return kGroups; }

}  // namespace orgreg::api
