// Financial statements of an organisation: what was filed, and which of it is served. Plain
// data that owns itself; what each member is called on the wire stands in the field table
// (statement_fields.h) alone. An amount that is absent is not zero.
//
// A statement is filed whole or in parts, each with an id of its own, that share a journal number
// and a type, whether they say which part they are or not. Everything filed is kept; Select and
// Find merge the parts and tell what is served.
// Pure functions; everything here is safe from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/values/date.h"
#include "base/values/org_number.h"
#include "model/unit.h"

namespace orgreg::model {

// In the order in which statements are served.
enum class StatementType : std::uint8_t { kGroup, kCompany };

// Which part of a statement a filing brings: kWhole where it does not say. Never shown.
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

// By which plan the accounts are laid out: a code in capitals. Banks, insurers and others have
// plans of their own, whose amounts are others than those that are served.
struct LayoutPlan {
  std::string code = {};

  bool IsServed() const;
  friend bool operator==(const LayoutPlan&, const LayoutPlan&) = default;
};

struct Statement {
  base::OrgNumber number = {};
  std::int32_t id = 0;    // Given at the filing: rising, unique for the organisation.
  std::int32_t year = 0;  // The accounting year, by which is selected. Never shown.
  StatementPart part = StatementPart::kWhole;
  std::string journal_number = {};
  StatementType type = StatementType::kCompany;
  std::string form = {};      // The organisation's, at the time.
  bool is_parent = false;     // Of a group.
  base::Date first_day = {};  // Of the accounting period.
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

// All that one organisation has filed, in order of id.
struct Filings {
  base::OrgNumber number = {};
  std::vector<Statement> statements = {};
};

// Puts a filing in its place; one with the same id gives way.
void AddFiling(Statement filing, Filings* filings);

struct StatementFilter {
  std::optional<std::int32_t> year = {};
  std::optional<StatementType> type = {};
};

// What is served of an organisation.
struct Selection {
  std::vector<Statement> statements = {};
  // The plans of statements that would be served but for their plan; each once, in order.
  std::vector<std::string> plans_not_served = {};
};

// Of each type and year the filing with the highest id, of the three accounting years that end
// with the newest of all; then the filter. By type, then year.
Selection SelectStatements(const Filings& filings, const StatementFilter& filter);

// What whoever has no credentials gets where some is shown to them: the newest year of the
// company's own statements, reduced.
Selection SelectReduced(const Filings& filings);

// The filing with the id, whatever its year and type.
Selection FindStatement(const Filings& filings, std::int32_t id);

// Takes away the amounts that only whoever has credentials is shown.
void Reduce(Statement* statement);

}  // namespace orgreg::model
