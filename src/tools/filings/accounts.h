// SPDX-License-Identifier: EUPL-1.2

// The figures of an organisation's accounts, year after year: single items, from which every sum of
// a statement is added up. So the sums agree with each other to the last digit, in every year, and
// the result of a year changes the equity of the next one. They are distributed as measured in a
// real register, by tables of quantiles in whole numbers: every machine draws the same. Pure; safe
// from any thread.

#pragma once

#include <array>
#include <cstdint>

#include "model/statements/statements.h"
#include "tools/values/random.h"

namespace orgreg::tools {

// One accounting year, in units of its owner (AccountsTraits). Costs are positive.
struct Accounts {
  std::int64_t goodwill = 0;
  std::int64_t other_fixed_assets = 0;
  std::int64_t inventories = 0;
  std::int64_t receivables = 0;
  std::int64_t investments = 0;
  std::int64_t bank_and_cash = 0;

  std::int64_t paid_in_equity = 0;
  std::int64_t retained_equity = 0;
  std::int64_t short_term_debt = 0;
  std::int64_t long_term_debt = 0;

  std::int64_t sales = 0;
  std::int64_t other_income = 0;
  std::int64_t wages = 0;
  std::int64_t other_costs = 0;
  std::int64_t finance_income = 0;
  std::int64_t interest_within_group = 0;
  std::int64_t other_interest = 0;
  std::int64_t other_finance_costs = 0;
  std::int64_t tax = 0;
  std::int64_t extraordinary_items = 0;
  std::int64_t extraordinary_tax = 0;
  std::int64_t other_result = 0;  // Part of the total result only.

  // Every amount of a statement, by model::StatementAmount.
  std::array<std::int64_t, model::kStatementAmounts> Sums() const;
  std::int64_t Sum(model::StatementAmount amount) const {
    return Sums()[static_cast<std::size_t>(amount)];
  }
};

// What is known of the owner of the accounts.
struct AccountsTraits {
  std::int64_t units = 1;  // In one of the currency: 1, or 100 if accounts are in hundredths.
  std::int64_t least_assets = 0;  // The drawn assets are added to these.
  std::int64_t paid_in = 30'000;
  double goodwill_percent = 2;
  bool pays_tax = true;
  bool is_group = false;          // Has income and business of every kind.
  bool has_other_result = false;  // Under international standards.
};

// The accounts of one organisation from its first year on.
class AccountsSeries {
 public:
  AccountsSeries(const AccountsTraits& traits, Random random);

  // The next accounting year, of 1 to 18 months.
  Accounts Next(int months);

 private:
  enum class Equity : std::uint8_t { kOfBoth, kPaidInOnly, kRetainedOnly };

  void DrawBusiness();
  void DrawBalance();
  void SetIncome(int months, Accounts* accounts);
  void SetFinance(Accounts* accounts);
  void SetResult(Accounts* accounts);
  void MoveEquity(const Accounts& accounts);
  void SetSources(Accounts* accounts) const;
  void SetAssets(Accounts* accounts) const;

  AccountsTraits traits_ = {};
  Random random_;
  bool is_first_ = true;
  bool is_dormant_ = false;
  // Of the year before, if there was one.
  std::int64_t assets_ = 0;
  std::int64_t equity_ = 0;
  std::int64_t income_ = 0;  // Of twelve months.

  // Habits that last.
  bool has_income_ = true;
  bool has_sales_ = true;
  bool has_debt_ = true;
  bool has_finance_income_ = true;
  bool has_finance_costs_ = true;
  bool pays_group_ = false;
  Equity equity_form_ = Equity::kOfBoth;
  std::int64_t margin_ = 0;  // The following are in thousandths.
  std::int64_t wage_share_ = 0;
  std::int64_t long_share_ = 0;
  std::int64_t fixed_share_ = 0;
  std::int64_t goodwill_share_ = 0;
  std::int64_t inventory_share_ = 0;
  std::int64_t receivable_share_ = 0;
  std::int64_t investment_share_ = 0;
};

}  // namespace orgreg::tools
