// SPDX-License-Identifier: EUPL-1.2

// Quantiles give the size of a business. Each year then moves income, finance, result, equity and
// debt on from the year before, and divides the balance among its items.

#include "tools/filings/accounts.h"

#include <algorithm>
#include <array>
#include <span>

namespace orgreg::tools {
namespace {

using enum model::StatementAmount;

constexpr std::int64_t kThousandths = 1000;
constexpr std::int64_t kMillion = 1'000'000;

// Only the result must fit.
std::int64_t Part(std::int64_t whole, std::int64_t thousandths) {
  return whole / kThousandths * thousandths + whole % kThousandths * thousandths / kThousandths;
}

// Below `share` of a million, the value is at most this.
struct Quantile {
  std::int64_t share = 0;
  std::int64_t value = 0;
};

// The first is for 0 and the last for a million, with straight lines between them.
std::int64_t Draw(std::span<const Quantile> quantiles, Random* random) {
  const auto at = static_cast<std::int64_t>(random->Below(kMillion));
  std::size_t upper = 1;
  while (quantiles[upper].share <= at) ++upper;
  const Quantile& low = quantiles[upper - 1];
  const Quantile& high = quantiles[upper];
  const std::int64_t shares = high.share - low.share;
  const std::int64_t rise = high.value - low.value;
  // A step of the million is fine for small values, and much money for large ones.
  const std::int64_t step = std::clamp<std::int64_t>(rise / shares, 0, kMillion * kThousandths);
  const auto within =
      static_cast<std::int64_t>(random->Below(static_cast<std::uint64_t>(step) + 1));
  return low.value + rise * (at - low.share) / shares + within;
}

std::int64_t Thousandths(int first, int last, Random* random) {
  return random->Between(first, last);
}

// Whole units of the currency.
constexpr std::array<Quantile, 11> kAssetQuantiles = {{{0, 0},
                                                       {50'000, 20'000},
                                                       {250'000, 430'000},
                                                       {500'000, 2'800'000},
                                                       {750'000, 11'000'000},
                                                       {900'000, 36'000'000},
                                                       {950'000, 83'000'000},
                                                       {990'000, 450'000'000},
                                                       {999'000, 4'000'000'000},
                                                       {999'990, 60'000'000'000},
                                                       {kMillion, 1'000'000'000'000}}};
// All others in thousandths: of the assets;
constexpr std::array<Quantile, 8> kEquityQuantiles = {{{0, -4000},
                                                       {50'000, -600},
                                                       {200'000, 0},
                                                       {300'000, 90},
                                                       {500'000, 330},
                                                       {750'000, 660},
                                                       {940'000, 999},
                                                       {kMillion, 1000}}};
constexpr std::array<Quantile, 7> kIncomeQuantiles = {{{0, 20},
                                                       {100'000, 60},
                                                       {250'000, 220},
                                                       {500'000, 1000},
                                                       {750'000, 2300},
                                                       {900'000, 4200},
                                                       {kMillion, 9000}}};
// of the income.
constexpr std::array<Quantile, 9> kMarginQuantiles = {{{0, -60'000},
                                                       {10'000, -19'750},
                                                       {50'000, -1920},
                                                       {250'000, -41},
                                                       {500'000, 65},
                                                       {750'000, 316},
                                                       {950'000, 793},
                                                       {990'000, 976},
                                                       {kMillion, 1000}}};

}  // namespace

std::array<std::int64_t, model::kStatementAmounts> Accounts::Sums() const {
  std::array<std::int64_t, model::kStatementAmounts> sums = {};
  const auto at = [&sums](model::StatementAmount amount) -> std::int64_t& {
    return sums[static_cast<std::size_t>(amount)];
  };
  at(kRetainedEquity) = retained_equity;
  at(kPaidInEquity) = paid_in_equity;
  at(kEquity) = paid_in_equity + retained_equity;
  at(kShortTermDebt) = short_term_debt;
  at(kLongTermDebt) = long_term_debt;
  at(kDebt) = short_term_debt + long_term_debt;
  at(kEquityAndDebt) = at(kEquity) + at(kDebt);
  at(kGoodwill) = goodwill;
  at(kFixedAssets) = goodwill + other_fixed_assets;
  at(kInventories) = inventories;
  at(kReceivables) = receivables;
  at(kInvestments) = investments;
  at(kBankAndCash) = bank_and_cash;
  at(kCurrentAssets) = inventories + receivables + investments + bank_and_cash;
  at(kAssets) = at(kFixedAssets) + at(kCurrentAssets);
  at(kSalesIncome) = sales;
  at(kOperatingIncome) = sales + other_income;
  at(kWages) = wages;
  at(kOperatingCosts) = wages + other_costs;
  at(kOperatingResult) = at(kOperatingIncome) - at(kOperatingCosts);
  at(kFinanceIncome) = finance_income;
  at(kInterestWithinGroup) = interest_within_group;
  at(kOtherInterest) = other_interest;
  at(kFinanceCosts) = interest_within_group + other_interest + other_finance_costs;
  at(kNetFinance) = finance_income - at(kFinanceCosts);
  at(kResultBeforeTax) = at(kOperatingResult) + at(kNetFinance);
  at(kTax) = tax;
  at(kExtraordinaryItems) = extraordinary_items;
  at(kExtraordinaryTax) = extraordinary_tax;
  at(kResultOfYear) = at(kResultBeforeTax) - tax + extraordinary_items - extraordinary_tax;
  at(kTotalResult) = at(kResultOfYear) + other_result;
  return sums;
}

AccountsSeries::AccountsSeries(const AccountsTraits& traits, Random random)
    : traits_(traits), random_(random) {
  constexpr double kDormant = 1.3;
  is_dormant_ = !traits.is_group && random_.Percent(kDormant);
  DrawBusiness();
  DrawBalance();
}

void AccountsSeries::DrawBusiness() {
  constexpr double kHasIncome = 67;
  constexpr double kHasSales = 92;
  constexpr double kHasWages = 68;
  constexpr double kFinanceIncome = 71;
  constexpr double kFinanceCosts = 68;
  constexpr double kPaysGroup = 4;
  assets_ = traits_.least_assets + traits_.units * Draw(kAssetQuantiles, &random_);
  if (traits_.units > 1) {
    assets_ += static_cast<std::int64_t>(random_.Below(static_cast<std::uint64_t>(traits_.units)));
  }
  has_income_ = traits_.is_group || random_.Percent(kHasIncome);
  has_sales_ = random_.Percent(kHasSales);
  if (has_income_) income_ = Part(assets_, Draw(kIncomeQuantiles, &random_));
  // Large ones turn their assets over less often, and none of them loses many times its income;
  // small ones have the extreme margins.
  const std::int64_t middle_assets = 40 * kMillion * traits_.units;
  const std::int64_t middle_income = kMillion / 2 * traits_.units;
  constexpr std::int64_t kMiddleMargin = 60;
  for (std::int64_t assets = middle_assets; assets < assets_; assets *= 4) {
    income_ = Part(income_, 470);
  }
  margin_ = Draw(kMarginQuantiles, &random_);
  for (std::int64_t income = middle_income; income < income_; income *= 4) {
    margin_ = kMiddleMargin + Part(margin_ - kMiddleMargin, 600);
  }
  if (random_.Percent(kHasWages)) wage_share_ = Thousandths(60, 620, &random_);
  has_finance_income_ = random_.Percent(kFinanceIncome);
  has_finance_costs_ = random_.Percent(kFinanceCosts);
  pays_group_ = random_.Percent(kPaysGroup);
}

void AccountsSeries::DrawBalance() {
  constexpr double kPaidInOnly = 6;
  constexpr double kRetainedOnly = 6;
  constexpr double kFixed = 76;
  constexpr double kLongTerm = 46;
  constexpr double kInventories = 24;
  constexpr double kReceivables = 78;
  constexpr double kInvestments = 15;
  constexpr std::int64_t kAllEquity = 999;
  const auto share_of = [this](double percent, int first, int last) {
    const std::int64_t share = Thousandths(first, last, &random_);
    return random_.Percent(percent) ? share : 0;
  };
  const std::int64_t equity_share = std::min(Draw(kEquityQuantiles, &random_), kThousandths);
  has_debt_ = equity_share < kAllEquity;
  equity_ = has_debt_ ? Part(assets_, equity_share) : assets_;
  if (random_.Percent(kPaidInOnly)) {
    equity_form_ = Equity::kPaidInOnly;
  } else if (random_.Percent(kRetainedOnly)) {
    equity_form_ = Equity::kRetainedOnly;
  }
  long_share_ = share_of(kLongTerm, 80, 1030);
  long_share_ = std::min(long_share_, kThousandths);
  fixed_share_ = has_income_ ? share_of(kFixed, 5, 850) : share_of(kFixed, 300, 990);
  goodwill_share_ = share_of(traits_.goodwill_percent, 10, 250);
  inventory_share_ = has_income_ ? share_of(kInventories, 30, 600) : 0;
  receivable_share_ = share_of(kReceivables, 10, 900);
  investment_share_ = share_of(kInvestments, 20, 900);
}

Accounts AccountsSeries::Next(int months) {
  Accounts accounts;
  if (is_dormant_) {
    if (equity_form_ != Equity::kOfBoth) return accounts;
    accounts.paid_in_equity = traits_.paid_in;
    accounts.retained_equity = -traits_.paid_in;
    return accounts;
  }
  SetIncome(months, &accounts);
  SetFinance(&accounts);
  SetResult(&accounts);
  if (!is_first_) MoveEquity(accounts);
  is_first_ = false;
  SetSources(&accounts);
  SetAssets(&accounts);
  return accounts;
}

void AccountsSeries::SetIncome(int months, Accounts* accounts) {
  constexpr int kMonths = 12;
  // A unit without income has costs for a bookkeeper and fees, and some income from its assets.
  if (!has_income_) {
    const std::int64_t fees = 2'000 + static_cast<std::int64_t>(random_.Rank(9, 16));
    accounts->other_costs = fees * traits_.units + Part(assets_, Thousandths(0, 2, &random_));
    return;
  }
  if (!is_first_) income_ = Part(income_, Thousandths(780, 1290, &random_));
  const std::int64_t income = income_ * months / kMonths;
  const std::int64_t other = random_.Percent(40) ? Thousandths(1, 120, &random_) : 0;
  accounts->other_income = has_sales_ ? Part(income, other) : income;
  accounts->sales = income - accounts->other_income;
  // The margin of a year is near that of the years before, but great losses do not last.
  const bool lasts = is_first_ || margin_ > -kThousandths / 10 || random_.Percent(50);
  const std::int64_t margin = (lasts ? margin_ : margin_ / 3) + Thousandths(-50, 50, &random_);
  const std::int64_t result =
      std::max(Part(income, std::min(margin, kThousandths)), -3 * std::max(assets_, income));
  const std::int64_t costs = income - result;
  accounts->wages = Part(costs, wage_share_);
  accounts->other_costs = costs - accounts->wages;
}

void AccountsSeries::SetFinance(Accounts* accounts) {
  constexpr double kDividends = 58;
  const std::int64_t debt = std::max<std::int64_t>(assets_ - equity_, 0);
  if (has_finance_income_) {
    const bool is_much = !has_income_ && random_.Percent(kDividends);
    const std::int64_t share = is_much ? Thousandths(10, 260, &random_) : 0;
    accounts->finance_income =
        1 + Part(assets_, share) + Part(assets_, Thousandths(0, 50, &random_)) / 10;
  }
  if (!has_finance_costs_) return;
  accounts->other_interest = 1 + Part(debt, Thousandths(1, 65, &random_));
  if (pays_group_) accounts->interest_within_group = 1 + accounts->other_interest / 2;
  if (random_.Percent(45)) {
    accounts->other_finance_costs =
        1 + Part(accounts->other_interest, Thousandths(5, 400, &random_));
  }
}

void AccountsSeries::SetResult(Accounts* accounts) {
  constexpr std::int64_t kTaxRate = 220;
  constexpr double kFullTax = 86;
  constexpr double kTaxOfLoss = 14;
  constexpr double kExtraordinary = 0.3;
  const std::int64_t before_tax = accounts->Sum(kResultBeforeTax);
  const bool is_taxed = random_.Percent(before_tax > 0 ? kFullTax : kTaxOfLoss);
  if (traits_.pays_tax && is_taxed) accounts->tax = Part(before_tax, kTaxRate);
  if (random_.Percent(kExtraordinary)) {
    accounts->extraordinary_items = Part(assets_, Thousandths(-50, 50, &random_));
    if (traits_.pays_tax) {
      accounts->extraordinary_tax = Part(accounts->extraordinary_items, kTaxRate);
    }
  }
  if (traits_.has_other_result) {
    accounts->other_result = Part(assets_, Thousandths(-15, 20, &random_));
  }
}

// From the end of one year to that of the next.
void AccountsSeries::MoveEquity(const Accounts& accounts) {
  constexpr double kPaysDividend = 35;
  const std::int64_t result = accounts.Sum(kTotalResult);
  std::int64_t debt = assets_ - equity_;
  std::int64_t dividend = 0;
  const bool may_pay = result > 0 && equity_ + result > 2 * traits_.paid_in;
  if (may_pay && random_.Percent(kPaysDividend)) {
    dividend = std::min(Part(result, Thousandths(250, 950, &random_)),
                        equity_ + result - 2 * traits_.paid_in);
  }
  equity_ += result - dividend;
  // Owners pay for great losses, or leave.
  if (equity_ < -assets_ / 4 && random_.Percent(65)) {
    const std::int64_t added = assets_ / 20 - equity_;
    if (equity_form_ == Equity::kOfBoth) traits_.paid_in += added;
    equity_ += added;
  }
  if (has_debt_) debt = std::max<std::int64_t>(Part(debt, Thousandths(780, 1180, &random_)), 0);
  // Loans pay for losses.
  const std::int64_t least = assets_ / 3;
  assets_ = std::max(equity_ + debt, least);
}

void AccountsSeries::SetSources(Accounts* accounts) const {
  switch (equity_form_) {
    case Equity::kOfBoth:
      accounts->paid_in_equity = traits_.paid_in;
      break;
    case Equity::kPaidInOnly:
      accounts->paid_in_equity = equity_;
      break;
    case Equity::kRetainedOnly:
      break;
  }
  accounts->retained_equity = equity_ - accounts->paid_in_equity;
  const std::int64_t debt = assets_ - equity_;
  accounts->long_term_debt = Part(debt, long_share_);
  accounts->short_term_debt = debt - accounts->long_term_debt;
}

void AccountsSeries::SetAssets(Accounts* accounts) const {
  const std::int64_t fixed = Part(assets_, fixed_share_);
  accounts->goodwill = Part(fixed, goodwill_share_);
  accounts->other_fixed_assets = fixed - accounts->goodwill;
  std::int64_t rest = assets_ - fixed;
  const auto take = [&rest](std::int64_t share) {
    const std::int64_t taken = Part(rest, share);
    rest -= taken;
    return taken;
  };
  accounts->inventories = take(inventory_share_);
  accounts->receivables = take(receivable_share_);
  accounts->investments = take(investment_share_);
  accounts->bank_and_cash = rest;
}

}  // namespace orgreg::tools
