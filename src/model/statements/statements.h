// SPDX-License-Identifier: EUPL-1.2

// Financial statements of an organisation: all filings. Plain data that owns itself; only the field
// table (fields.h) has the members' names on the wire. An amount that is absent is not zero.
//
// A statement is filed whole or in parts, each with an id of its own, with the same journal number
// and type, whether or not they say which part they are. All filings are kept; served.h merges the
// parts and selects what is served. Everything here is safe from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/values/date.h"
#include "base/values/org_number.h"
#include "model/unit.h"

namespace orgreg::model {

// In the order in which statements are served.
enum class StatementType : std::uint8_t { kGroup, kCompany };

// The part of a statement that a filing contains: kWhole if it does not say. Never shown.
enum class StatementPart : std::uint8_t { kWhole, kIncome, kBalance };

enum class AccountingRules : std::uint8_t { kGeneral, kSimplifiedIfrs, kIfrs };

// The amounts of a statement, in the order in which they are written.
enum class StatementAmount : std::uint8_t {
  kEquityAndDebt,
  kEquity,
  kRetainedEquity,
  kPaidInEquity,
  kDebt,
  kShortTermDebt,
  kLongTermDebt,
  kGoodwill,
  kInventories,
  kReceivables,
  kInvestments,
  kBankAndCash,
  kAssets,
  kCurrentAssets,
  kFixedAssets,
  kResultBeforeTax,
  kTax,
  kExtraordinaryItems,
  kExtraordinaryTax,
  kResultOfYear,
  kTotalResult,
  kNetFinance,
  kFinanceIncome,
  kInterestWithinGroup,
  kOtherInterest,
  kFinanceCosts,
  kOperatingResult,
  kSalesIncome,
  kOperatingIncome,
  kWages,
  kOperatingCosts,
};
inline constexpr std::size_t kStatementAmounts = 31;

// The layout plan of the accounts: a code in capitals. Banks, insurers and others have plans of
// their own, with other amounts than those that are served.
struct LayoutPlan {
  std::string code = {};

  bool IsServed() const;
  friend bool operator==(const LayoutPlan&, const LayoutPlan&) = default;
};

struct Statement {
  base::OrgNumber number = {};
  std::int32_t id = 0;    // Given at the filing: rising, unique for the organisation.
  std::int32_t year = 0;  // The accounting year; selection uses it. Never shown.
  StatementPart part = StatementPart::kWhole;
  std::string journal_number = {};
  StatementType type = StatementType::kCompany;
  std::string form = {};      // The organisation's form at the time.
  bool is_parent = false;     // The parent company of a group.
  base::Date first_day = {};  // The accounting period.
  base::Date last_day = {};
  std::string currency = {};
  bool in_liquidation = false;
  LayoutPlan plan = {};
  bool audit_missing = false;  // The auditor's report was not delivered.
  bool audit_waived = false;
  bool by_small_rules = false;
  AccountingRules rules = AccountingRules::kGeneral;
  std::array<Amount, kStatementAmounts> amounts = {};

  Amount& At(StatementAmount amount) { return amounts[static_cast<std::size_t>(amount)]; }
  const Amount& At(StatementAmount amount) const {
    return amounts[static_cast<std::size_t>(amount)];
  }
  friend bool operator==(const Statement&, const Statement&) = default;
};

// All filings of one organisation, in order of id.
struct Filings {
  base::OrgNumber number = {};
  std::vector<Statement> statements = {};
};

// Puts a filing in its place, instead of one with the same id.
void AddFiling(Statement filing, Filings* filings);

}  // namespace orgreg::model
