// SPDX-License-Identifier: EUPL-1.2

#include "tools/filings/amounts.h"

#include <charconv>
#include <string>

#include "base/values/decimal.h"

namespace orgreg::tools {
namespace {

using enum model::StatementAmount;

// How often a sum of zero is shown, in percent.
struct ZeroRow {
  model::StatementAmount amount = kAssets;
  double percent = 0;
};
constexpr std::array<ZeroRow, model::kStatementAmounts> kZeroRows = {{
    {kEquityAndDebt, 100},
    {kEquity, 62},
    {kRetainedEquity, 20},
    {kPaidInEquity, 12},
    {kDebt, 44},
    {kShortTermDebt, 40},
    {kLongTermDebt, 8},
    {kGoodwill, 0.5},
    {kInventories, 6},
    {kReceivables, 15},
    {kInvestments, 4},
    {kBankAndCash, 25},
    {kAssets, 100},
    {kCurrentAssets, 50},
    {kFixedAssets, 52},
    {kResultBeforeTax, 40},
    {kTax, 20},
    {kExtraordinaryItems, 0.2},
    {kExtraordinaryTax, 0.2},
    {kResultOfYear, 100},
    {kTotalResult, 54.3},
    {kNetFinance, 34},
    {kFinanceIncome, 39},
    {kInterestWithinGroup, 1},
    {kOtherInterest, 15},
    {kFinanceCosts, 39},
    {kOperatingResult, 45},
    {kSalesIncome, 15},
    {kOperatingIncome, 39},
    {kWages, 12},
    {kOperatingCosts, 45},
}};

base::Decimal AmountOf(std::int64_t value, std::int64_t units) {
  constexpr std::int64_t kHundredths = 100;
  const bool in_hundredths = units == kHundredths;
  const std::int64_t size = value < 0 ? -value : value;
  std::array<char, 24> digits = {};
  const std::int64_t whole = in_hundredths ? size / kHundredths : size;
  char* end = std::to_chars(digits.data(), digits.data() + digits.size(), whole).ptr;
  std::string text(value < 0 ? "-" : "");
  text.append(digits.data(), end);
  if (in_hundredths) {
    const auto rest = static_cast<int>(size % kHundredths);
    text.push_back('.');
    text.push_back(static_cast<char>('0' + rest / 10));
    text.push_back(static_cast<char>('0' + rest % 10));
  }
  return *base::Decimal::Parse(text);
}

}  // namespace

ShownZeros::ShownZeros(Random* random) {
  for (const ZeroRow& row : kZeroRows) {
    is_shown_[static_cast<std::size_t>(row.amount)] = random->Percent(row.percent);
  }
  constexpr double kHides = 3;
  hides_result_before_tax_ = random->Percent(kHides);
  if (hides_result_before_tax_) is_shown_[static_cast<std::size_t>(kResultBeforeTax)] = false;
}

void ShownZeros::SetAmounts(const Accounts& accounts, std::int64_t units,
                            model::Statement* filing) const {
  const auto sums = accounts.Sums();
  for (std::size_t at = 0; at < model::kStatementAmounts; ++at) {
    const auto amount = static_cast<model::StatementAmount>(at);
    const std::int64_t sum = sums[at];
    // If the total result is not shown, it equals that of the year, so only habit decides.
    const bool is_needed = sum != 0 && (amount != kTotalResult || accounts.other_result != 0) &&
                           (amount != kResultBeforeTax || !hides_result_before_tax_);
    if (is_needed || is_shown_[at]) {
      filing->amounts[at] = AmountOf(sum, units);
    } else {
      filing->amounts[at].reset();
    }
  }
}

}  // namespace orgreg::tools
