// SPDX-License-Identifier: EUPL-1.2

// An EntityFiler goes through the accounting years of an entity, makes the accounts of each, and
// files a statement for the company and perhaps for its group. Numbers and ids are counted by year.

#include "tools/filings/statements.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "formats/json/text.h"
#include "model/statements/fields.h"
#include "render/body_json.h"
#include "tools/filings/accounts.h"
#include "tools/filings/amounts.h"
#include "tools/filings/filer.h"
#include "tools/values/series.h"

namespace orgreg::tools {
namespace {

using enum model::StatementAmount;
using model::AccountingRules;
using model::Statement;
using model::StatementType;

constexpr std::int64_t kMillion = 1'000'000;

std::int64_t WholePart(const base::Decimal& amount) {
  std::int64_t whole = 0;
  std::from_chars(amount.text().data(), amount.text().data() + amount.text().size(), whole);
  return whole;
}

AccountsTraits CompanyTraits(const model::Unit& unit, const Filer& filer) {
  constexpr std::int64_t kAbroadAssets = 20 * kMillion;
  constexpr std::int64_t kPublicAssets = 200 * kMillion;
  constexpr std::int64_t kMostPaidIn = 1'000 * kMillion;
  AccountsTraits traits{.units = filer.units};
  if (filer.currency != "NOK") traits.least_assets = kAbroadAssets * filer.units;
  if (filer.is_public) traits.least_assets = kPublicAssets * filer.units;
  if (unit.capital.amount) {
    traits.paid_in = std::min(WholePart(*unit.capital.amount), kMostPaidIn);
  }
  traits.paid_in *= filer.units;
  traits.pays_tax = filer.pays_tax;
  traits.has_other_result = filer.rules == AccountingRules::kIfrs;
  return traits;
}

// A group has more of everything than the parent alone.
AccountsTraits GroupTraits(const AccountsTraits& parent, const Filer& filer, std::int64_t assets) {
  constexpr double kGoodwill = 45;
  AccountsTraits traits = parent;
  traits.least_assets = assets + assets / 4;
  traits.goodwill_percent = kGoodwill;
  traits.is_group = true;
  traits.has_other_result = filer.group_rules == AccountingRules::kIfrs;
  return traits;
}

// Small by the law's bounds, in crowns; one unit of another currency counts as ten.
bool IsSmall(const Accounts& accounts, const Filer& filer) {
  constexpr std::int64_t kMostAssets = 42 * kMillion;
  constexpr std::int64_t kMostIncome = 84 * kMillion;
  constexpr std::int64_t kRate = 10;
  const std::int64_t rate = filer.currency == "NOK" ? 1 : kRate;
  return accounts.Sum(kAssets) / filer.units * rate <= kMostAssets ||
         accounts.Sum(kOperatingIncome) / filer.units * rate <= kMostIncome;
}

// The statement before the correction that was filed later.
Accounts BeforeCorrection(Accounts accounts) {
  constexpr std::int64_t kForgotten = 20;
  const std::int64_t forgotten = accounts.other_costs / kForgotten;
  accounts.other_costs -= forgotten;
  accounts.retained_equity += forgotten;
  accounts.receivables += forgotten;
  return accounts;
}

// Files the statements of one entity, from its first year on.
class EntityFiler {
 public:
  EntityFiler(const model::Unit& unit, Filer filer, FilingNumbers* numbers, model::Filings* filings)
      : unit_(unit), filer_(std::move(filer)), numbers_(numbers), filings_(filings) {}

  void FileAll(std::uint64_t seed, std::uint64_t entity, Random* random) {
    const AccountsTraits traits = CompanyTraits(unit_, filer_);
    const ShownZeros zeros(random);
    AccountsSeries company(traits, Random(seed, Stream::kAccounts, entity));
    std::optional<AccountsSeries> group;
    for (const AccountingPeriod& period : filer_.periods) {
      Year year{.period = period, .company = company.Next(period.Months())};
      const bool is_small = IsSmall(year.company, filer_);
      if (!group && filer_.is_parent && (filer_.files_for_group || !is_small)) {
        group.emplace(GroupTraits(traits, filer_, year.company.Sum(kAssets)),
                      Random(seed, Stream::kGroupAccounts, entity));
      }
      if (group) year.group = group->Next(period.Months());
      File(year, zeros, random);
    }
  }

 private:
  struct Year {
    AccountingPeriod period = {};
    Accounts company = {};
    std::optional<Accounts> group = {};
  };

  void File(const Year& year, const ShownZeros& zeros, Random* random) {
    constexpr double kFiledAgain = 0.8;
    constexpr double kAuditMissing = 0.01;
    audit_missing_ = random->Percent(kAuditMissing);
    if (random->Percent(kFiledAgain)) {
      Year before = year;
      before.company = BeforeCorrection(year.company);
      if (year.group) before.group = BeforeCorrection(*year.group);
      FileOnce(before, zeros);
    }
    FileOnce(year, zeros);
  }

  // The company's statement, and that of its group, under one journal number.
  void FileOnce(const Year& year, const ShownZeros& zeros) {
    const int received = year.period.ReceivedIn();
    const bool is_small = IsSmall(year.company, filer_) && !filer_.is_public;
    Statement& own = Begin(year.period, is_small);
    own.journal_number = numbers_->NextJournalNumber(received);
    own.id = numbers_->NextId(received);
    if (!is_small) own.rules = filer_.rules;
    zeros.SetAmounts(year.company, filer_.units, &own);
    if (!year.group) return;
    const std::string journal_number = own.journal_number;
    Statement& group = Begin(year.period, is_small);
    group.type = StatementType::kGroup;
    group.journal_number = journal_number;
    group.id = numbers_->NextId(received);
    group.rules = filer_.group_rules;
    zeros.SetAmounts(*year.group, filer_.units, &group);
  }

  Statement& Begin(const AccountingPeriod& period, bool is_small) {
    Statement& filing = filings_->statements.emplace_back();
    filing.number = unit_.number;
    filing.year = period.year;
    filing.form = *unit_.form.code;
    filing.is_parent = filer_.is_parent;
    filing.first_day = period.first_day;
    filing.last_day = period.last_day;
    filing.currency = filer_.currency;
    filing.in_liquidation = filer_.is_liquidated && period.year == filer_.last_year;
    filing.plan.code = filer_.plan;
    filing.audit_missing = audit_missing_;
    filing.audit_waived =
        is_small && unit_.audit_waived_on && *unit_.audit_waived_on <= period.last_day;
    filing.by_small_rules = is_small;
    return filing;
  }

  const model::Unit& unit_;
  Filer filer_;
  FilingNumbers* numbers_;
  model::Filings* filings_;
  bool audit_missing_ = false;
};

}  // namespace

FilingNumbers::FilingNumbers(std::uint64_t entities) {
  // Fewer than one in two entities files a year, and few of these twice or for a group.
  constexpr std::uint64_t kLeast = 1'000'000;
  ids_a_year_ = static_cast<std::int32_t>(std::max(kLeast, 2 * entities));
}

std::int32_t FilingNumbers::NextId(int year) {
  const auto at = static_cast<std::size_t>(year - kFirstYear);
  return static_cast<std::int32_t>(at) * ids_a_year_ + ++ids_[at];
}

std::string FilingNumbers::NextJournalNumber(int year) {
  constexpr std::int32_t kNumbers = 1'000'000;
  std::int32_t& last = journals_[static_cast<std::size_t>(year - kFirstYear)];
  last = (last + 1) % kNumbers;
  return std::to_string(std::int64_t{year} * kNumbers + last);
}

bool StatementMaker::Make(std::uint64_t entity, const model::Unit& unit, model::Filings* filings) {
  filings->number = unit.number;
  filings->statements.clear();
  Random random(seed_, Stream::kFilings, entity);
  std::optional<Filer> filer = DrawFiler(unit, &random);
  if (!filer) return false;
  EntityFiler(unit, std::move(*filer), &numbers_, filings).FileAll(seed_, entity, &random);
  return true;
}

void AppendGeneratedStatement(const Statement& filing, std::string* out) {
  render::AppendBody(model::StatementSchema(), filing, model::Form::kServed, out);
  if (filing.year == static_cast<int>(CalendarOf(filing.last_day).year())) return;
  out->pop_back();
  out->append(",\"").append(model::kStatementNames.year).append("\":");
  formats::AppendInteger(filing.year, out);
  out->push_back('}');
}

}  // namespace orgreg::tools
