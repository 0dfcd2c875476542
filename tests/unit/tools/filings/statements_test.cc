// SPDX-License-Identifier: EUPL-1.2

#include "tools/filings/statements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <vector>

#include "ingest/imports/statements.h"
#include "records/readers/statement_record.h"
#include "tools/values/series.h"
#include "unit/model/statements/kept_filings.h"
#include "unit/records/in_store.h"
#include "unit/tools/generated_register.h"

namespace orgreg::tools {
namespace {

using enum model::StatementAmount;
using model::Statement;
using model::StatementAmount;
using model::StatementType;
using model::Unit;
using testing::AllOf;
using testing::Ge;
using testing::Le;

constexpr std::string_view kFile = "/regnskap_alle.json.gz";

struct Register {
  GenerateCounts counts = {};
  std::unordered_map<std::uint32_t, Unit> units = {};
  std::vector<std::string> texts = {};
  std::vector<Statement> statements = {};  // In the order of the file.
  std::map<std::uint32_t, model::Filings> filings = {};
  std::vector<const Statement*> newest = {};  // Of the company, for each organisation that files.
};

void Read(Register* made) {
  records::StatementReader reader;
  for (const std::string& text : made->texts) {
    Statement& statement = made->statements.emplace_back();
    records::Problems problems;
    std::vector<std::string> unknown;
    EXPECT_TRUE(reader.ReadStatement(text, &statement, &problems, &unknown)) << text;
    EXPECT_TRUE(unknown.empty()) << text;
    model::Filings& filings = made->filings[statement.number.value()];
    filings.number = statement.number;
    model::AddFiling(statement, &filings);
  }
  for (const auto& [number, filings] : made->filings) {
    const Statement* newest = nullptr;
    for (const Statement& filing : filings.statements) {
      if (filing.type == StatementType::kCompany) newest = &filing;
    }
    made->newest.push_back(newest);
  }
}

const Register& Made() {
  static const Register made = [] {
    const std::string folder = GeneratedFolder("statements");
    auto counts = Generate({.entities = 20'000, .documents = 0, .directory = folder});
    EXPECT_TRUE(counts.ok());
    Register read{.counts = *counts};
    read.units = GeneratedUnits(folder + "/enheter_alle.json.gz");
    read.texts = GeneratedRecords(folder + std::string(kFile));
    std::filesystem::remove_all(folder);
    Read(&read);
    return read;
  }();
  return made;
}

const Unit& UnitOf(const Statement& statement) { return Made().units.at(statement.number.value()); }

// The amount in hundredths, which is the highest precision.
std::int64_t Hundredths(const Statement& statement, StatementAmount amount) {
  const model::Amount& value = statement.At(amount);
  if (!value) return 0;
  std::string digits = value->text();
  const std::size_t point = digits.find('.');
  EXPECT_EQ(point + 3, digits.size()) << digits;
  digits.erase(point, 1);
  std::int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

template <typename Is>
double PercentOfNewest(Is is) {
  const auto count =
      std::ranges::count_if(Made().newest, [&](const Statement* s) { return is(*s); });
  return 100.0 * static_cast<double>(count) / static_cast<double>(Made().newest.size());
}

TEST(GenerateStatements, CountsItsStatements) {
  EXPECT_EQ(Made().statements.size(), Made().counts.filings);
  EXPECT_EQ(Made().filings.size(), Made().counts.filers);
  EXPECT_GT(Made().counts.filings, 20'000U);
}

TEST(GenerateStatements, EverySumIsThatOfItsParts) {
  for (const Statement& s : Made().statements) {
    const auto sum = [&s](StatementAmount amount) { return Hundredths(s, amount); };
    const std::string where = s.number.ToString() + " " + std::to_string(s.id);
    ASSERT_EQ(sum(kAssets), sum(kEquityAndDebt)) << where;
    ASSERT_EQ(sum(kAssets), sum(kFixedAssets) + sum(kCurrentAssets)) << where;
    ASSERT_EQ(sum(kCurrentAssets),
              sum(kInventories) + sum(kReceivables) + sum(kInvestments) + sum(kBankAndCash))
        << where;
    ASSERT_GE(sum(kFixedAssets), sum(kGoodwill)) << where;
    ASSERT_EQ(sum(kEquityAndDebt), sum(kEquity) + sum(kDebt)) << where;
    ASSERT_EQ(sum(kEquity), sum(kPaidInEquity) + sum(kRetainedEquity)) << where;
    ASSERT_EQ(sum(kDebt), sum(kShortTermDebt) + sum(kLongTermDebt)) << where;
    ASSERT_EQ(sum(kOperatingResult), sum(kOperatingIncome) - sum(kOperatingCosts)) << where;
    ASSERT_GE(sum(kOperatingIncome), sum(kSalesIncome)) << where;
    ASSERT_GE(sum(kOperatingCosts), sum(kWages)) << where;
    ASSERT_EQ(sum(kNetFinance), sum(kFinanceIncome) - sum(kFinanceCosts)) << where;
    ASSERT_GE(sum(kFinanceCosts), sum(kInterestWithinGroup) + sum(kOtherInterest)) << where;
    const std::int64_t before_tax = sum(kOperatingResult) + sum(kNetFinance);
    const bool tells = s.At(kResultBeforeTax).has_value();
    ASSERT_EQ(sum(kResultBeforeTax), tells ? before_tax : 0) << where;
    ASSERT_EQ(sum(kResultOfYear),
              before_tax - sum(kTax) + sum(kExtraordinaryItems) - sum(kExtraordinaryTax))
        << where;
  }
}

TEST(GenerateStatements, AmountsAreThereAsOftenAsInARealRegister) {
  struct Share {
    StatementAmount amount = kAssets;
    double percent = 0;
  };
  constexpr Share kShares[] = {
      {kEquityAndDebt, 100},    {kAssets, 100},          {kResultOfYear, 100},
      {kEquity, 99.5},          {kCurrentAssets, 98.7},  {kOperatingResult, 98.3},
      {kOperatingCosts, 98.1},  {kDebt, 96.6},           {kResultBeforeTax, 96.3},
      {kPaidInEquity, 95.2},    {kRetainedEquity, 94.3}, {kShortTermDebt, 93.9},
      {kNetFinance, 91.8},      {kFixedAssets, 87.9},    {kFinanceIncome, 81.7},
      {kOperatingIncome, 79.5}, {kFinanceCosts, 79.5},   {kTotalResult, 54.3},
      {kLongTermDebt, 46.6}};
  for (const Share& share : kShares) {
    const double percent =
        PercentOfNewest([&](const Statement& s) { return s.At(share.amount).has_value(); });
    EXPECT_NEAR(percent, share.percent, 2.5) << static_cast<int>(share.amount);
  }
  // Zero and absent are different.
  EXPECT_NEAR(PercentOfNewest([](const Statement& s) {
                return s.At(kOperatingIncome) && Hundredths(s, kOperatingIncome) == 0;
              }),
              13.3, 2);
}

TEST(GenerateStatements, OrganisationsFileByTheirForm) {
  std::map<std::string, std::pair<int, int>> forms;  // All, and those that file.
  for (const auto& [number, unit] : Made().units) {
    auto& [all, filers] = forms[*unit.form.code];
    ++all;
    if (Made().filings.contains(number)) ++filers;
  }
  const auto percent = [&](const char* form) {
    return 100.0 * forms[form].second / forms[form].first;
  };
  EXPECT_NEAR(percent("AS"), 92, 3);
  EXPECT_NEAR(percent("BRL"), 96, 6);
  EXPECT_NEAR(percent("ESEK"), 31, 6);
  EXPECT_NEAR(percent("ENK"), 0.7, 0.4);
  EXPECT_EQ(forms["UTLA"].second, 0);
  EXPECT_EQ(forms["KBO"].second, 0);
  EXPECT_NEAR(100.0 * static_cast<double>(Made().filings.size()) / 20'000, 37.5, 2);
}

TEST(GenerateStatements, TheHeadIsAsInARealRegister) {
  EXPECT_NEAR(PercentOfNewest([](const Statement& s) { return s.by_small_rules; }), 97.3, 1.3);
  EXPECT_NEAR(PercentOfNewest([](const Statement& s) { return s.is_parent; }), 12.8, 2);
  EXPECT_NEAR(PercentOfNewest([](const Statement& s) { return s.currency != "NOK"; }), 0.27, 0.25);
  EXPECT_NEAR(PercentOfNewest([](const Statement& s) { return s.plan.code == "STORE"; }), 99.6,
              0.4);
  EXPECT_NEAR(PercentOfNewest([](const Statement& s) { return !s.plan.IsServed(); }), 0.3, 0.25);
  EXPECT_NEAR(PercentOfNewest([](const Statement& s) { return s.year == 2025; }), 94, 2);
  EXPECT_THAT(PercentOfNewest([](const Statement& s) { return s.in_liquidation; }),
              AllOf(Ge(0.01), Le(0.4)));
  EXPECT_THAT(PercentOfNewest([](const Statement& s) { return s.audit_missing; }), Le(0.1));
  EXPECT_THAT(PercentOfNewest([](const Statement& s) { return s.audit_waived; }),
              AllOf(Ge(30.0), Le(70.0)));
  EXPECT_THAT(PercentOfNewest(
                  [](const Statement& s) { return s.rules != model::AccountingRules::kGeneral; }),
              AllOf(Ge(0.1), Le(1.0)));
  for (const Statement& s : Made().statements) {
    EXPECT_EQ(s.form, *UnitOf(s).form.code);
    EXPECT_TRUE(!s.audit_waived || UnitOf(s).audit_waived_on) << s.id;
  }
}

TEST(GenerateStatements, TheLastYearIsTheOneOfTheEntitysRecord) {
  for (const Statement* newest : Made().newest) {
    const Unit& unit = UnitOf(*newest);
    if (!unit.last_accounts_year) {
      EXPECT_FALSE(newest->plan.IsServed()) << newest->form;
    } else {
      EXPECT_EQ(std::to_string(newest->year), *unit.last_accounts_year);
    }
  }
}

TEST(GenerateStatements, PeriodsFollowOneAnotherFromTheFoundationOn) {
  int deviating = 0;
  int odd_length = 0;
  for (const auto& [number, filings] : Made().filings) {
    const Statement* before = nullptr;
    for (const Statement& filing : filings.statements) {
      if (filing.type != StatementType::kCompany) continue;
      const int days = filing.last_day.days() - filing.first_day.days() + 1;
      EXPECT_GT(days, 0);
      EXPECT_LE(days, 550);
      EXPECT_LE(filing.last_day, SnapshotDay());
      odd_length += days < 365 || days > 366 ? 1 : 0;
      deviating += !filing.last_day.ToString().ends_with("-12-31") ? 1 : 0;
      const Unit& unit = UnitOf(filing);
      EXPECT_GE(filing.last_day, unit.founded_on.value_or(*unit.registered_on));
      if (before != nullptr && before->year != filing.year) {
        EXPECT_EQ(filing.first_day.days(), before->last_day.days() + 1) << number;
      }
      before = &filing;
    }
  }
  EXPECT_GT(deviating, 50);
  EXPECT_GT(odd_length, 200);
}

TEST(GenerateStatements, IdsAreOfOneFilingEachAndRiseWithTheYears) {
  std::set<std::int32_t> ids;
  for (const Statement& s : Made().statements) {
    EXPECT_TRUE(ids.insert(s.id).second) << s.id;
    EXPECT_EQ(s.journal_number.size(), 10U);
    EXPECT_THAT(std::stoi(s.journal_number.substr(0, 4)) - s.year, AllOf(Ge(0), Le(1)));
  }
  for (const auto& [number, filings] : Made().filings) {
    EXPECT_TRUE(std::ranges::is_sorted(filings.statements, {}, &Statement::year)) << number;
  }
}

TEST(GenerateStatements, AFilingThatIsReplacedIsAnotherAndHasAJournalNumberOfItsOwn) {
  int replaced = 0;
  for (const auto& [number, filings] : Made().filings) {
    std::map<std::pair<StatementType, std::int32_t>, const Statement*> earlier;
    for (const Statement& filing : filings.statements) {
      const Statement*& before = earlier[{filing.type, filing.year}];
      if (before != nullptr) {
        ++replaced;
        EXPECT_NE(before->journal_number, filing.journal_number);
        EXPECT_EQ(before->last_day, filing.last_day);
      }
      before = &filing;
    }
  }
  const double percent = 100.0 * replaced / static_cast<double>(Made().statements.size());
  EXPECT_THAT(percent, AllOf(Ge(0.4), Le(1.4)));
}

TEST(GenerateStatements, AGroupFilesWithItsParent) {
  int groups = 0;
  for (const auto& [number, filings] : Made().filings) {
    for (const Statement& group : filings.statements) {
      if (group.type != StatementType::kGroup) continue;
      ++groups;
      EXPECT_TRUE(group.is_parent);
      const auto own = std::ranges::find_if(filings.statements, [&](const Statement& filing) {
        return filing.type == StatementType::kCompany &&
               filing.journal_number == group.journal_number && filing.year == group.year;
      });
      EXPECT_NE(own, filings.statements.end()) << group.id;
    }
  }
  EXPECT_GT(groups, 60);
  EXPECT_LT(groups, 800);
}

// An organisation that files has three years, unless it is younger.
TEST(GenerateStatements, ThreeYearsAreServedOfMost) {
  int three = 0;
  for (const auto& [number, filings] : Made().filings) {
    const model::KeptFilings kept(filings);
    const model::Selection served =
        model::SelectStatements(kept, {.type = StatementType::kCompany});
    EXPECT_LE(served.statements.size(), 3U);
    EXPECT_EQ(served.statements.empty(), !served.plans_not_served.empty()) << number;
    three += served.statements.size() == 3 ? 1 : 0;
  }
  EXPECT_GT(three, static_cast<int>(Made().filings.size()) * 7 / 10);
}

TEST(GenerateStatements, AYearThatEndsInJanuaryIsCalledByTheOneBefore) {
  Unit unit;
  unit.number = *base::OrgNumber::Parse("314159268");
  unit.form.code = "NUF";
  unit.registered_on = base::Date::Parse("2000-01-01");
  unit.last_accounts_year = "2024";
  StatementMaker maker(Plan(1, 1));
  int januaries = 0;
  for (std::uint64_t entity = 0; entity < 2'000; ++entity) {
    model::Filings filings;
    ASSERT_TRUE(maker.Make(entity, unit, &filings));
    const Statement& last = filings.statements.back();
    EXPECT_EQ(last.year, 2024);
    std::string text;
    AppendGeneratedStatement(last, &text);
    const bool has_year = text.find(R"("aar":2024)") != std::string::npos;
    EXPECT_EQ(has_year, last.last_day == *base::Date::Parse("2025-01-31"));
    januaries += has_year ? 1 : 0;
  }
  EXPECT_GT(januaries, 2);
}

TEST(GenerateStatements, OrganisationsThatDoNotFileHaveNone) {
  Unit unit;
  unit.number = *base::OrgNumber::Parse("314159268");
  unit.form.code = "AS";
  unit.registered_on = base::Date::Parse("2026-03-01");
  StatementMaker maker(Plan(1, 1));
  model::Filings filings;
  EXPECT_FALSE(maker.Make(1, unit, &filings));
  EXPECT_TRUE(filings.statements.empty());
  // Founded after the year of its last accounts.
  unit.last_accounts_year = "2025";
  EXPECT_FALSE(maker.Make(1, unit, &filings));
}

TEST(FilingNumbers, RiseWithinAYearAndFromYearToYear) {
  FilingNumbers numbers(4'000'000);
  const std::int32_t first = numbers.NextId(2024);
  EXPECT_GT(numbers.NextId(2024), first);
  const std::int32_t later = numbers.NextId(2025);
  EXPECT_GT(later, first + 4'000'000);
  EXPECT_GT(numbers.NextId(FilingNumbers::kLastYear), later);
  EXPECT_GT(numbers.NextId(FilingNumbers::kFirstYear), 0);
  EXPECT_EQ(numbers.NextJournalNumber(2025), "2025000001");
  EXPECT_EQ(numbers.NextJournalNumber(2025), "2025000002");
  EXPECT_EQ(numbers.NextJournalNumber(2026), "2026000001");
}

class GeneratedStatementsImport : public records::StoredRegister {};

TEST_F(GeneratedStatementsImport, TakesEveryRecord) {
  const std::string folder = folder_ + "/made";
  const auto counts = Generate({.entities = 1'500, .seed = 3, .documents = 0, .directory = folder});
  ASSERT_TRUE(counts.ok());
  const auto report = ingest::ImportStatements(
      register_.get(), {.file = folder + std::string(kFile), .strict = true});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->bad, 0U);
  EXPECT_TRUE(report->unknown_members.empty());
  EXPECT_EQ(report->read, counts->filings);
  EXPECT_EQ(report->filings.added, counts->filings);
  EXPECT_EQ(report->filings.organisations, counts->filers);
}

}  // namespace
}  // namespace orgreg::tools
