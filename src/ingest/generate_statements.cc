#include "ingest/generate_statements.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/json_text.h"
#include "ingest/generate_accounts.h"
#include "ingest/generate_series.h"
#include "model/statement_fields.h"
#include "render/statement_json.h"

namespace orgreg::ingest {
namespace {

using enum model::StatementAmount;
using model::AccountingRules;
using model::Statement;
using model::StatementType;

constexpr int kDecember = 12;
constexpr std::int64_t kMillion = 1'000'000;

int YearOf(base::Date day) { return static_cast<int>(CalendarOf(day).year()); }
int MonthOf(base::Date day) {
  return static_cast<int>(static_cast<unsigned>(CalendarOf(day).month()));
}

base::Date DayAfter(base::Date day) { return base::Date::FromDays(day.days() + 1); }

// The last day of an accounting year that ends in a month. Most of a year that ends in January
// lies in the year before, which it is called by.
base::Date EndOf(int year, int month) {
  const std::chrono::year calendar_year(month == 1 ? year + 1 : year);
  const std::chrono::sys_days day =
      calendar_year / std::chrono::month(static_cast<unsigned>(month)) / std::chrono::last;
  return base::Date::FromDays(static_cast<std::int32_t>(day.time_since_epoch().count()));
}

struct Period {
  int year = 0;
  base::Date first_day = {};
  base::Date last_day = {};

  int Months() const {
    constexpr int kMonths = 12;
    const int months = (YearOf(last_day) - YearOf(first_day)) * kMonths + MonthOf(last_day) -
                       MonthOf(first_day) + 1;
    return std::clamp(months, 1, kMonths + kMonths / 2);
  }
  // Within half a year, or somewhat later: no filing comes before the day of the snapshot's year.
  int ReceivedIn() const {
    const int year_after = YearOf(last_day) + (MonthOf(last_day) >= 6 ? 1 : 0);
    return std::clamp(year_after, FilingNumbers::kFirstYear, FilingNumbers::kLastYear);
  }
};

bool IsOneOf(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, text) != list.end();
}

std::string_view FormOf(const model::Unit& unit) { return *unit.form.code; }
bool IsCompany(const model::Unit& unit) { return IsOneOf(FormOf(unit), {"AS", "ASA", "NUF"}); }

// Forms whose accounts are never those of a plan that is served, though their records do not
// tell that they have filed any.
std::string_view PlanOfForm(const model::Unit& unit) {
  struct FormPlan {
    std::string_view form = {};
    std::string_view plan = {};
  };
  constexpr std::array<FormPlan, 4> kPlans = {
      {{"SPA", "BANK"}, {"GFS", "SKADE"}, {"PK", "PENSJ"}, {"VPFO", "VPFO"}}};
  const auto* const found = std::ranges::find(kPlans, FormOf(unit), &FormPlan::form);
  return found == kPlans.end() ? std::string_view() : found->plan;
}

// Of banks and insurers that are companies.
std::string_view PlanOfIndustry(const model::Unit& unit) {
  struct IndustryPlan {
    std::string_view industry = {};
    std::string_view plan = {};
  };
  constexpr std::array<IndustryPlan, 5> kPlans = {{{"64.190", "BANK"},
                                                   {"65.110", "LIV"},
                                                   {"65.120", "SKADE"},
                                                   {"65.200", "FORS"},
                                                   {"65.300", "PENSJ"}}};
  const model::Text& industry = unit.industries[0].code;
  if (!industry || !IsCompany(unit)) return {};
  const auto* const found =
      std::ranges::find(kPlans, std::string_view(*industry), &IndustryPlan::industry);
  return found == kPlans.end() ? std::string_view() : found->plan;
}

std::string DrawPlan(const model::Unit& unit, Random* random) {
  constexpr double kNonProfit = 2;
  constexpr double kOther = 0.01;
  const bool is_non_profit = random->Percent(kNonProfit);
  const bool is_mutual = random->Percent(kOther);
  const bool is_limited = random->Percent(kOther);
  const bool is_small = random->Percent(kOther);
  const bool is_of_rest = random->Percent(kOther);
  if (const std::string_view plan = PlanOfForm(unit); !plan.empty()) return std::string(plan);
  if (const std::string_view plan = PlanOfIndustry(unit); !plan.empty()) return std::string(plan);
  if (is_non_profit && IsOneOf(FormOf(unit), {"STI", "FLI"})) return "IDEELL";
  if (is_mutual) return "FUNK";
  if (is_limited) return "BEGREN";
  if (is_small) return "SMAA";
  return is_of_rest ? "OEVRIGE" : "STORE";
}

// As counted among 444,646; two of them are no codes of a currency, which real data have too.
std::string_view DrawCurrency(const model::Unit& unit, Random* random) {
  constexpr std::array<std::string_view, 13> kCodes = {
      "NOK", "USD", "EUR", "SEK", "DKK", "GBP", "JPY", "EDT", "SGD", "CHF", "CAD", "HKD", "PLZ"};
  static const Weighted weights(
      std::array<std::uint64_t, 13>{408'816, 670, 332, 97, 54, 20, 2, 2, 2, 2, 1, 1, 1});
  const std::string_view drawn = kCodes[weights.Pick(random)];
  return IsCompany(unit) ? drawn : kCodes[0];
}

// The month in which accounting years end.
int DrawLastMonth(const model::Unit& unit, Random* random) {
  constexpr double kCompanies = 0.9;
  constexpr double kBranches = 9;
  constexpr std::array<int, 11> kMonths = {6, 3, 9, 8, 4, 1, 10, 5, 2, 7, 11};
  const double share = FormOf(unit) == "NUF" ? kBranches : kCompanies;
  const int month = kMonths[random->EarlyOf(kMonths.size())];
  return random->Percent(share) && IsCompany(unit) ? month : kDecember;
}

// What the statements of an entity have in common.
struct Filer {
  int first_year = 0;
  int last_year = 0;
  int last_month = kDecember;
  bool prolongs_first_year = false;
  bool is_parent = false;
  bool files_for_group = false;
  bool is_liquidated = false;
  std::string plan = {};
  std::string currency = {};
  AccountingRules rules = AccountingRules::kGeneral;  // Where it is not small.
  AccountingRules group_rules = AccountingRules::kGeneral;
  std::int64_t units = 1;
};

AccountingRules DrawRules(double ifrs, double simplified, Random* random) {
  const bool is_ifrs = random->Percent(ifrs);
  const bool is_simplified = random->Percent(simplified);
  if (is_ifrs) return AccountingRules::kIfrs;
  return is_simplified ? AccountingRules::kSimplifiedIfrs : AccountingRules::kGeneral;
}

// The last accounting year; nothing where none was filed.
std::optional<int> LastYearOf(const model::Unit& unit) {
  constexpr int kNewest = 2025;
  if (!PlanOfForm(unit).empty()) return kNewest;
  if (!unit.last_accounts_year) return std::nullopt;
  const std::string& text = *unit.last_accounts_year;
  int year = 0;
  std::from_chars(text.data(), text.data() + text.size(), year);
  return year;
}

Filer DrawFiler(const model::Unit& unit, int last_year, Random* random) {
  constexpr int kYears = 3;
  constexpr double kOlder = 3;
  constexpr double kProlongs = 60;
  constexpr double kGroupIsParent = 75;
  constexpr double kOtherIsParent = 8;
  constexpr double kSmallGroup = 4;
  constexpr double kLiquidated = 10;
  constexpr double kInHundredths = 0.4;
  Filer filer{.first_year = last_year - kYears + 1, .last_year = last_year};
  if (random->Percent(kOlder)) filer.first_year -= random->Between(1, kYears);
  filer.last_month = DrawLastMonth(unit, random);
  filer.prolongs_first_year = random->Percent(kProlongs);
  const bool in_group = unit.in_group.value_or(false);
  const double parent_percent = in_group          ? kGroupIsParent
                                : IsCompany(unit) ? kOtherIsParent
                                                  : kOtherIsParent / 8;
  filer.is_parent = random->Percent(parent_percent);
  filer.files_for_group = random->Percent(kSmallGroup);
  filer.is_liquidated = random->Percent(kLiquidated) && unit.winding_up.value_or(false);
  filer.plan = DrawPlan(unit, random);
  filer.currency = DrawCurrency(unit, random);
  const bool is_public = FormOf(unit) == "ASA";
  filer.rules = is_public ? DrawRules(40, 45, random) : DrawRules(1.3, 13, random);
  filer.group_rules = is_public ? DrawRules(92, 0, random) : DrawRules(12, 2, random);
  filer.units = random->Percent(kInHundredths) ? 100 : 1;
  return filer;
}

// From the first year that is on file on. What was founded late in a year may have had its
// first accounting year end with the next one.
std::vector<Period> PeriodsOf(const Filer& filer, base::Date founded_on) {
  constexpr int kMostProlonged = 5;
  std::vector<Period> periods;
  for (int year = filer.first_year; year <= filer.last_year; ++year) {
    const base::Date before = EndOf(year - 1, filer.last_month);
    Period period{.year = year, .first_day = DayAfter(before)};
    period.last_day = EndOf(year, filer.last_month);
    if (period.last_day < founded_on) continue;
    const Period of_year_before{.year = year - 1, .first_day = founded_on, .last_day = before};
    const bool was_prolonged = founded_on <= before && filer.prolongs_first_year &&
                               of_year_before.Months() <= kMostProlonged &&
                               founded_on > EndOf(year - 2, filer.last_month);
    const bool begins = founded_on > before;
    if (begins || was_prolonged) period.first_day = founded_on;
    const bool is_prolonged = begins && filer.prolongs_first_year &&
                              period.Months() <= kMostProlonged && year < filer.last_year;
    if (!is_prolonged) periods.push_back(period);
  }
  return periods;
}

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
  if (FormOf(unit) == "ASA") traits.least_assets = kPublicAssets * filer.units;
  if (unit.capital.amount) {
    traits.paid_in = std::min(WholePart(*unit.capital.amount), kMostPaidIn);
  }
  traits.paid_in *= filer.units;
  traits.pays_tax = IsOneOf(FormOf(unit), {"AS", "ASA", "NUF", "SA", "BA", "SE"});
  traits.has_other_result = filer.rules == AccountingRules::kIfrs;
  return traits;
}

// More of everything than the parent alone has.
AccountsTraits GroupTraits(const AccountsTraits& parent, const Filer& filer, std::int64_t assets) {
  constexpr double kGoodwill = 45;
  AccountsTraits traits = parent;
  traits.least_assets = assets + assets / 4;
  traits.goodwill_percent = kGoodwill;
  traits.is_group = true;
  traits.has_other_result = filer.group_rules == AccountingRules::kIfrs;
  return traits;
}

// Small by the law's bounds, in crowns; other currencies are worth ten of them.
bool IsSmall(const Accounts& accounts, const Filer& filer) {
  constexpr std::int64_t kMostAssets = 42 * kMillion;
  constexpr std::int64_t kMostIncome = 84 * kMillion;
  constexpr std::int64_t kRate = 10;
  const std::int64_t rate = filer.currency == "NOK" ? 1 : kRate;
  return accounts.Sum(kAssets) / filer.units * rate <= kMostAssets ||
         accounts.Sum(kOperatingIncome) / filer.units * rate <= kMostIncome;
}

// The statement without the correction that had it filed again.
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

  void FileAll(std::uint64_t seed, std::uint64_t entity, const std::vector<Period>& periods,
               Random* random) {
    const AccountsTraits traits = CompanyTraits(unit_, filer_);
    const ShownZeros zeros(random);
    AccountsSeries company(traits, Random(seed, Stream::kAccounts, entity));
    std::optional<AccountsSeries> group;
    for (const Period& period : periods) {
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
    Period period = {};
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
    const bool is_small = IsSmall(year.company, filer_) && FormOf(unit_) != "ASA";
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

  Statement& Begin(const Period& period, bool is_small) {
    Statement& filing = filings_->statements.emplace_back();
    filing.number = unit_.number;
    filing.year = period.year;
    filing.form = FormOf(unit_);
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
  const std::optional<int> last_year = LastYearOf(unit);
  if (!last_year) return false;
  Random random(seed_, Stream::kFilings, entity);
  Filer filer = DrawFiler(unit, *last_year, &random);
  const base::Date founded_on = unit.founded_on.value_or(*unit.registered_on);
  if (EndOf(filer.last_year, filer.last_month) < founded_on) filer.last_month = kDecember;
  const std::vector<Period> periods = PeriodsOf(filer, founded_on);
  EntityFiler(unit, std::move(filer), &numbers_, filings).FileAll(seed_, entity, periods, &random);
  return !filings->statements.empty();
}

void AppendGeneratedStatement(const Statement& filing, std::string* out) {
  render::AppendStatementJson(filing, out);
  if (filing.year == YearOf(filing.last_day)) return;
  out->pop_back();
  out->append(",\"").append(model::kStatementNames.year).append("\":");
  formats::AppendInteger(filing.year, out);
  out->push_back('}');
}

}  // namespace orgreg::ingest
