// SPDX-License-Identifier: EUPL-1.2

// From the entity's record follow the plan, the currency, the last month and the rules of its
// accounts; from these the accounting years.

#include "tools/filings/filer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <initializer_list>
#include <string_view>

#include "tools/values/series.h"

namespace orgreg::tools {
namespace {

using model::AccountingRules;

constexpr int kDecember = 12;

int YearOf(base::Date day) { return static_cast<int>(CalendarOf(day).year()); }
int MonthOf(base::Date day) {
  return static_cast<int>(static_cast<unsigned>(CalendarOf(day).month()));
}

base::Date DayAfter(base::Date day) { return base::Date::FromDays(day.days() + 1); }

// The last day of an accounting year that ends in a month. Most of a year that ends in January is
// in the year before, which gives it its name.
base::Date EndOf(int year, int month) {
  const std::chrono::year calendar_year(month == 1 ? year + 1 : year);
  const std::chrono::sys_days day =
      calendar_year / std::chrono::month(static_cast<unsigned>(month)) / std::chrono::last;
  return base::Date::FromDays(static_cast<std::int32_t>(day.time_since_epoch().count()));
}

bool IsOneOf(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, text) != list.end();
}

std::string_view FormOf(const model::Unit& unit) { return *unit.form.code; }
bool IsCompany(const model::Unit& unit) { return IsOneOf(FormOf(unit), {"AS", "ASA", "NUF"}); }

// Forms whose accounts never have a served plan, though their records do not say that they have
// filed any.
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

// As counted among 444,646; two of them are not currency codes, which real data have too.
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

AccountingRules DrawRules(double ifrs, double simplified, Random* random) {
  const bool is_ifrs = random->Percent(ifrs);
  const bool is_simplified = random->Percent(simplified);
  if (is_ifrs) return AccountingRules::kIfrs;
  return is_simplified ? AccountingRules::kSimplifiedIfrs : AccountingRules::kGeneral;
}

// The last accounting year; nothing if none was filed.
std::optional<int> LastYearOf(const model::Unit& unit) {
  constexpr int kNewest = 2025;
  if (!PlanOfForm(unit).empty()) return kNewest;
  if (!unit.last_accounts_year) return std::nullopt;
  const std::string& text = *unit.last_accounts_year;
  int year = 0;
  std::from_chars(text.data(), text.data() + text.size(), year);
  return year;
}

Filer DrawHabits(const model::Unit& unit, int last_year, Random* random) {
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
  filer.is_public = FormOf(unit) == "ASA";
  filer.pays_tax = IsOneOf(FormOf(unit), {"AS", "ASA", "NUF", "SA", "BA", "SE"});
  filer.rules = filer.is_public ? DrawRules(40, 45, random) : DrawRules(1.3, 13, random);
  filer.group_rules = filer.is_public ? DrawRules(92, 0, random) : DrawRules(12, 2, random);
  filer.units = random->Percent(kInHundredths) ? 100 : 1;
  return filer;
}

// From the first year on file. The first accounting year of a unit founded late in a year may end
// with the next one.
std::vector<AccountingPeriod> PeriodsOf(const Filer& filer, base::Date founded_on) {
  constexpr int kMostProlonged = 5;
  std::vector<AccountingPeriod> periods;
  for (int year = filer.first_year; year <= filer.last_year; ++year) {
    const base::Date before = EndOf(year - 1, filer.last_month);
    AccountingPeriod period{.year = year, .first_day = DayAfter(before)};
    period.last_day = EndOf(year, filer.last_month);
    if (period.last_day < founded_on) continue;
    const AccountingPeriod of_year_before{
        .year = year - 1, .first_day = founded_on, .last_day = before};
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

}  // namespace

int AccountingPeriod::Months() const {
  constexpr int kMonths = 12;
  const int months =
      (YearOf(last_day) - YearOf(first_day)) * kMonths + MonthOf(last_day) - MonthOf(first_day) + 1;
  return std::clamp(months, 1, kMonths + kMonths / 2);
}

int AccountingPeriod::ReceivedIn() const {
  constexpr int kJune = 6;
  const int received = YearOf(last_day) + (MonthOf(last_day) >= kJune ? 1 : 0);
  return std::min(received, YearOf(SnapshotDay()));
}

std::optional<Filer> DrawFiler(const model::Unit& unit, Random* random) {
  const std::optional<int> last_year = LastYearOf(unit);
  if (!last_year) return std::nullopt;
  Filer filer = DrawHabits(unit, *last_year, random);
  const base::Date founded_on = unit.founded_on.value_or(*unit.registered_on);
  // A year that ended before the foundation cannot be that of the last accounts.
  if (EndOf(filer.last_year, filer.last_month) < founded_on) filer.last_month = kDecember;
  filer.periods = PeriodsOf(filer, founded_on);
  if (filer.periods.empty()) return std::nullopt;
  return filer;
}

}  // namespace orgreg::tools
