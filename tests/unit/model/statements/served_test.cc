// SPDX-License-Identifier: EUPL-1.2

#include "model/statements/served.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "model/statements/fields.h"
#include "unit/model/statements/kept_filings.h"

namespace orgreg::model {
namespace {

using enum StatementAmount;

Amount AmountOf(std::string_view text) { return base::Decimal::Parse(text); }

// A whole company statement, unless the test says otherwise.
Statement Filed(std::int32_t id, std::int32_t year, StatementType type = StatementType::kCompany) {
  Statement filing;
  filing.id = id;
  filing.year = year;
  filing.type = type;
  filing.journal_number = "J" + std::to_string(id);
  filing.plan.code = "STORE";
  return filing;
}

Statement Half(std::int32_t id, StatementPart part, std::string_view journal_number) {
  Statement filing = Filed(id, 2024);
  filing.part = part;
  filing.journal_number = journal_number;
  return filing;
}

KeptFilings Of(std::vector<Statement> statements) {
  Filings filings;
  for (Statement& statement : statements) AddFiling(std::move(statement), &filings);
  return KeptFilings(filings);
}

std::vector<std::int32_t> IdsOf(const Selection& selection) {
  std::vector<std::int32_t> ids;
  for (const ServedStatement& statement : selection.statements)
    ids.push_back(std::stoi(std::string(statement.texts[kStatementPlaces.id])));
  return ids;
}

using Ids = std::vector<std::int32_t>;

TEST(ServedStatements, TheNewestFilingOfEachTypeAndYearIsServedByTypeThenYear) {
  const KeptFilings filings =
      Of({Filed(9, 2023), Filed(1, 2024), Filed(5, 2024), Filed(3, 2024),
          Filed(2, 2024, StatementType::kGroup), Filed(8, 2023, StatementType::kGroup)});
  EXPECT_EQ(IdsOf(SelectStatements(filings, {})), (Ids{8, 2, 9, 5}));
}

TEST(ServedStatements, OnlyThreeYearsAreServedCountedFromTheNewestOfAllTypes) {
  const KeptFilings filings = Of({Filed(1, 2020), Filed(2, 2021), Filed(3, 2022), Filed(4, 2023),
                                  Filed(5, 2024, StatementType::kGroup)});
  EXPECT_EQ(IdsOf(SelectStatements(filings, {})), (Ids{5, 3, 4}));
}

TEST(ServedStatements, FiltersStayWithinTheThreeYears) {
  const KeptFilings filings =
      Of({Filed(1, 2020), Filed(3, 2022), Filed(4, 2023), Filed(5, 2024, StatementType::kGroup),
          Filed(6, 2023, StatementType::kGroup)});
  EXPECT_EQ(IdsOf(SelectStatements(filings, {.year = 2023})), (Ids{6, 4}));
  EXPECT_EQ(IdsOf(SelectStatements(filings, {.type = StatementType::kCompany})), (Ids{3, 4}));
  EXPECT_EQ(IdsOf(SelectStatements(filings, {.year = 2023, .type = StatementType::kGroup})),
            Ids{6});
  EXPECT_EQ(IdsOf(SelectStatements(filings, {.year = 2020})), Ids{});
  EXPECT_EQ(IdsOf(SelectStatements(filings, {.year = 2147483647})), Ids{});
  EXPECT_EQ(IdsOf(SelectStatements(filings, {.year = -2147483647})), Ids{});
}

TEST(ServedStatements, NothingFiledIsNothingServed) {
  EXPECT_TRUE(SelectStatements({}, {}).statements.empty());
  EXPECT_TRUE(SelectReduced({}).statements.empty());
  EXPECT_TRUE(FindStatement({}, 1).statements.empty());
}

TEST(ServedStatements, HalvesAreMergedByJournalNumberAndType) {
  Statement income = Half(1, StatementPart::kIncome, "J");
  income.At(kResultOfYear) = AmountOf("5");
  Statement balance = Half(2, StatementPart::kBalance, "J");
  balance.At(kAssets) = AmountOf("7");
  Statement elsewhere = Half(3, StatementPart::kIncome, "K");
  elsewhere.year = 2023;
  elsewhere.At(kTotalResult) = AmountOf("9");
  Statement of_group = Half(4, StatementPart::kIncome, "J");
  of_group.type = StatementType::kGroup;
  of_group.At(kDebt) = AmountOf("9");
  const KeptFilings filings = Of({income, balance, elsewhere, of_group});

  const Selection selection =
      SelectStatements(filings, {.year = 2024, .type = StatementType::kCompany});
  ASSERT_EQ(IdsOf(selection), Ids{2});
  const ServedStatement& merged = selection.statements.front();
  EXPECT_EQ(merged.At(kResultOfYear), "5.00");
  EXPECT_EQ(merged.At(kAssets), "7.00");
  EXPECT_FALSE(merged.Has(kTotalResult));
  EXPECT_FALSE(merged.Has(kDebt));
}

TEST(ServedStatements, TheEarlierHalfIsFoundByItsIdWithTheSameAmounts) {
  Statement income = Half(1, StatementPart::kIncome, "J");
  income.At(kResultOfYear) = AmountOf("5");
  Statement balance = Half(2, StatementPart::kBalance, "J");
  balance.At(kAssets) = AmountOf("7");
  const KeptFilings filings = Of({income, balance});
  const Selection earlier = FindStatement(filings, 1);
  ASSERT_EQ(IdsOf(earlier), Ids{1});
  const ServedStatement& merged = earlier.statements.front();
  EXPECT_EQ(merged.At(kResultOfYear), "5.00");
  EXPECT_EQ(merged.At(kAssets), "7.00");
}

TEST(ServedStatements, IfBothHalvesHaveAnAmountTheNewestCounts) {
  Statement first = Half(1, StatementPart::kIncome, "J");
  first.At(kResultOfYear) = AmountOf("5");
  Statement second = Half(2, StatementPart::kIncome, "J");
  second.At(kResultOfYear) = AmountOf("6");
  EXPECT_EQ(FindStatement(Of({first, second}), 1).statements.front().At(kResultOfYear), "6.00");
}

TEST(ServedStatements, PartsWithoutAPartNameAreMergedToo) {
  Statement unnamed = Half(1, StatementPart::kWhole, "J");
  unnamed.At(kGoodwill) = AmountOf("5");
  Statement balance = Half(2, StatementPart::kBalance, "J");
  balance.At(kInventories) = AmountOf("6");
  Statement other = Half(3, StatementPart::kWhole, "J");
  other.At(kDebt) = AmountOf("7");
  const KeptFilings filings = Of({unnamed, balance, other});
  const Selection selection = SelectStatements(filings, {});
  ASSERT_EQ(IdsOf(selection), Ids{3});
  for (const std::int32_t id : {1, 2, 3}) {
    const Selection found = FindStatement(filings, id);
    ASSERT_EQ(IdsOf(found), Ids{id});
    const ServedStatement& merged = found.statements.front();
    EXPECT_EQ(merged.At(kGoodwill), "5.00") << id;
    EXPECT_EQ(merged.At(kInventories), "6.00") << id;
    EXPECT_EQ(merged.At(kDebt), "7.00") << id;
  }
}

TEST(ServedStatements, AFilingOfAnyYearAndTypeIsFoundByItsId) {
  const KeptFilings filings =
      Of({Filed(1, 1999), Filed(2, 1999), Filed(7, 2024, StatementType::kGroup)});
  EXPECT_EQ(IdsOf(FindStatement(filings, 1)), Ids{1});
  EXPECT_EQ(IdsOf(FindStatement(filings, 7)), Ids{7});
  for (const std::int32_t id : {0, -1, 3, 8, 2147483647})
    EXPECT_EQ(IdsOf(FindStatement(filings, id)), Ids{}) << id;
}

TEST(ServedStatements, PlansThatAreNotServedAreLeftOutAndNamed) {
  Statement bank = Filed(5, 2024);
  bank.plan.code = "BANK";
  Statement older_bank = Filed(4, 2023);
  older_bank.plan.code = "BANK";
  Statement life = Filed(6, 2022, StatementType::kGroup);
  life.plan.code = "LIV";
  // The newest of its year, so the older one with a served plan is not used.
  const KeptFilings filings =
      Of({Filed(1, 2024), Filed(2, 2022), bank, older_bank, life, Filed(3, 2020)});
  const Selection selection = SelectStatements(filings, {});
  EXPECT_EQ(IdsOf(selection), Ids{2});
  EXPECT_EQ(selection.plans_not_served, (std::vector<std::string>{"BANK", "LIV"}));
  EXPECT_EQ(FindStatement(filings, 5).plans_not_served, std::vector<std::string>{"BANK"});
  EXPECT_TRUE(FindStatement(filings, 5).statements.empty());
  EXPECT_TRUE(SelectReduced(filings).statements.empty());
  EXPECT_EQ(SelectReduced(filings).plans_not_served, std::vector<std::string>{"BANK"});
}

TEST(ServedStatements, TheReducedViewIsTheNewestOfTheCompanysOwn) {
  const KeptFilings filings =
      Of({Filed(9, 2022), Filed(3, 2023), Filed(4, 2023), Filed(8, 2024, StatementType::kGroup)});
  EXPECT_EQ(IdsOf(SelectReduced(filings)), Ids{4});
  EXPECT_EQ(IdsOf(SelectReduced(Of({Filed(1, 2024, StatementType::kGroup)}))), Ids{});
}

TEST(ServedStatements, TheReducedViewDropsTwelveAmountsAndNoOther) {
  Statement full = Filed(1, 2024);
  for (Amount& amount : full.amounts) amount = AmountOf("1");
  const KeptFilings filings = Of({full});
  ServedStatement reduced = filings.front();
  Reduce(&reduced);
  std::set<std::string> dropped;
  for (const StatementField& field : StatementFields()) {
    const auto amount = field.amount;
    if (amount && !reduced.Has(*amount)) dropped.insert(field.Path());
  }
  EXPECT_EQ(dropped, (std::set<std::string>{
                         "eiendeler.goodwill", "eiendeler.sumVarer", "eiendeler.sumFordringer",
                         "eiendeler.sumInvesteringer", "eiendeler.sumBankinnskuddOgKontanter",
                         "resultatregnskapResultat.ordinaertResultatSkattekostnad",
                         "resultatregnskapResultat.ekstraordinaerePoster",
                         "resultatregnskapResultat.skattekostnadEkstraordinaertResultat",
                         "resultatregnskapResultat.driftsresultat.driftsinntekter."
                         "salgsinntekter",
                         "resultatregnskapResultat.driftsresultat.driftskostnad.loennskostnad",
                         "resultatregnskapResultat.finansresultat.finanskostnad."
                         "rentekostnadSammeKonsern",
                         "resultatregnskapResultat.finansresultat.finanskostnad."
                         "annenRentekostnad"}));
  for (std::size_t at = 0; at < kStatementAmounts; ++at)
    reduced.At(static_cast<StatementAmount>(at)) = "1.00";
  EXPECT_EQ(reduced.texts, filings.front().texts);
}

}  // namespace
}  // namespace orgreg::model
