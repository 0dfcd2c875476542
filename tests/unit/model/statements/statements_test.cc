// SPDX-License-Identifier: EUPL-1.2

#include "model/statements/statements.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "model/statements/fields.h"

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

Filings Of(std::vector<Statement> statements) {
  Filings filings;
  for (Statement& statement : statements) AddFiling(std::move(statement), &filings);
  return filings;
}

std::vector<std::int32_t> IdsOf(const Selection& selection) {
  std::vector<std::int32_t> ids;
  for (const Statement& statement : selection.statements) ids.push_back(statement.id);
  return ids;
}

using Ids = std::vector<std::int32_t>;

TEST(Statements, TheNewestFilingOfEachTypeAndYearIsServedByTypeThenYear) {
  const Filings filings =
      Of({Filed(9, 2023), Filed(1, 2024), Filed(5, 2024), Filed(3, 2024),
          Filed(2, 2024, StatementType::kGroup), Filed(8, 2023, StatementType::kGroup)});
  EXPECT_EQ(IdsOf(SelectStatements(filings, {})), (Ids{8, 2, 9, 5}));
}

TEST(Statements, OnlyThreeYearsAreServedCountedFromTheNewestOfAllTypes) {
  const Filings filings = Of({Filed(1, 2020), Filed(2, 2021), Filed(3, 2022), Filed(4, 2023),
                              Filed(5, 2024, StatementType::kGroup)});
  EXPECT_EQ(IdsOf(SelectStatements(filings, {})), (Ids{5, 3, 4}));
}

TEST(Statements, FiltersStayWithinTheThreeYears) {
  const Filings filings =
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

TEST(Statements, NothingFiledIsNothingServed) {
  EXPECT_TRUE(SelectStatements({}, {}).statements.empty());
  EXPECT_TRUE(SelectReduced({}).statements.empty());
  EXPECT_TRUE(FindStatement({}, 1).statements.empty());
}

TEST(Statements, HalvesAreMergedByJournalNumberAndType) {
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
  const Filings filings = Of({income, balance, elsewhere, of_group});

  const Selection selection =
      SelectStatements(filings, {.year = 2024, .type = StatementType::kCompany});
  ASSERT_EQ(IdsOf(selection), Ids{2});
  const Statement& merged = selection.statements.front();
  EXPECT_EQ(merged.At(kResultOfYear), AmountOf("5"));
  EXPECT_EQ(merged.At(kAssets), AmountOf("7"));
  EXPECT_FALSE(merged.At(kTotalResult));
  EXPECT_FALSE(merged.At(kDebt));
}

TEST(Statements, TheEarlierHalfIsFoundByItsIdWithTheSameAmounts) {
  Statement income = Half(1, StatementPart::kIncome, "J");
  income.At(kResultOfYear) = AmountOf("5");
  Statement balance = Half(2, StatementPart::kBalance, "J");
  balance.At(kAssets) = AmountOf("7");
  const Filings filings = Of({income, balance});
  const Selection earlier = FindStatement(filings, 1);
  ASSERT_EQ(IdsOf(earlier), Ids{1});
  EXPECT_EQ(earlier.statements.front().amounts,
            FindStatement(filings, 2).statements.front().amounts);
}

TEST(Statements, IfBothHalvesHaveAnAmountTheNewestCounts) {
  Statement first = Half(1, StatementPart::kIncome, "J");
  first.At(kResultOfYear) = AmountOf("5");
  Statement second = Half(2, StatementPart::kIncome, "J");
  second.At(kResultOfYear) = AmountOf("6");
  EXPECT_EQ(FindStatement(Of({first, second}), 1).statements.front().At(kResultOfYear),
            AmountOf("6"));
}

TEST(Statements, PartsWithoutAPartNameAreMergedToo) {
  Statement unnamed = Half(1, StatementPart::kWhole, "J");
  unnamed.At(kGoodwill) = AmountOf("5");
  Statement balance = Half(2, StatementPart::kBalance, "J");
  balance.At(kInventories) = AmountOf("6");
  Statement other = Half(3, StatementPart::kWhole, "J");
  other.At(kDebt) = AmountOf("7");
  const Filings filings = Of({unnamed, balance, other});
  const Selection selection = SelectStatements(filings, {});
  ASSERT_EQ(IdsOf(selection), Ids{3});
  for (const std::int32_t id : {1, 2, 3}) {
    const Selection found = FindStatement(filings, id);
    ASSERT_EQ(IdsOf(found), Ids{id});
    const Statement& merged = found.statements.front();
    EXPECT_EQ(merged.At(kGoodwill), AmountOf("5")) << id;
    EXPECT_EQ(merged.At(kInventories), AmountOf("6")) << id;
    EXPECT_EQ(merged.At(kDebt), AmountOf("7")) << id;
  }
}

TEST(Statements, AFilingOfAnyYearAndTypeIsFoundByItsId) {
  const Filings filings =
      Of({Filed(1, 1999), Filed(2, 1999), Filed(7, 2024, StatementType::kGroup)});
  EXPECT_EQ(IdsOf(FindStatement(filings, 1)), Ids{1});
  EXPECT_EQ(IdsOf(FindStatement(filings, 7)), Ids{7});
  for (const std::int32_t id : {0, -1, 3, 8, 2147483647})
    EXPECT_EQ(IdsOf(FindStatement(filings, id)), Ids{}) << id;
}

TEST(Statements, AFilingWithTheSameIdGivesWay) {
  Filings filings = Of({Filed(1, 2023), Filed(2, 2024)});
  AddFiling(Filed(1, 2022), &filings);
  ASSERT_EQ(filings.statements.size(), 2U);
  EXPECT_EQ(filings.statements.front().year, 2022);
}

TEST(Statements, PlansThatAreNotServedAreLeftOutAndNamed) {
  Statement bank = Filed(5, 2024);
  bank.plan.code = "BANK";
  Statement older_bank = Filed(4, 2023);
  older_bank.plan.code = "BANK";
  Statement life = Filed(6, 2022, StatementType::kGroup);
  life.plan.code = "LIV";
  // The newest of its year, so the older one with a served plan is not used.
  const Filings filings =
      Of({Filed(1, 2024), Filed(2, 2022), bank, older_bank, life, Filed(3, 2020)});
  const Selection selection = SelectStatements(filings, {});
  EXPECT_EQ(IdsOf(selection), Ids{2});
  EXPECT_EQ(selection.plans_not_served, (std::vector<std::string>{"BANK", "LIV"}));
  EXPECT_EQ(FindStatement(filings, 5).plans_not_served, std::vector<std::string>{"BANK"});
  EXPECT_TRUE(FindStatement(filings, 5).statements.empty());
  EXPECT_TRUE(SelectReduced(filings).statements.empty());
  EXPECT_EQ(SelectReduced(filings).plans_not_served, std::vector<std::string>{"BANK"});
}

TEST(Statements, ThreePlansAreServed) {
  for (const std::string code : {"SMAA", "STORE", "OEVRIGE"})
    EXPECT_TRUE(LayoutPlan{code}.IsServed()) << code;
  for (const std::string code : {"", "BANK", "store", "STOR", "STORE "})
    EXPECT_FALSE(LayoutPlan{code}.IsServed()) << code;
}

TEST(Statements, TheReducedViewIsTheNewestOfTheCompanysOwn) {
  const Filings filings =
      Of({Filed(9, 2022), Filed(3, 2023), Filed(4, 2023), Filed(8, 2024, StatementType::kGroup)});
  EXPECT_EQ(IdsOf(SelectReduced(filings)), Ids{4});
  EXPECT_EQ(IdsOf(SelectReduced(Of({Filed(1, 2024, StatementType::kGroup)}))), Ids{});
}

TEST(Statements, TheReducedViewDropsTwelveAmountsAndNoOther) {
  Statement full = Filed(1, 2024);
  for (Amount& amount : full.amounts) amount = AmountOf("1");
  Statement reduced = full;
  Reduce(&reduced);
  std::set<std::string> dropped;
  for (const StatementField& field : StatementFields()) {
    const auto amount = field.amount;
    if (amount && !reduced.At(*amount)) dropped.insert(field.Path());
  }
  EXPECT_EQ(dropped,
            (std::set<std::string>{
                "eiendeler.goodwill", "eiendeler.sumVarer", "eiendeler.sumFordringer",
                "eiendeler.sumInvesteringer", "eiendeler.sumBankinnskuddOgKontanter",
                "resultatregnskapResultat.ordinaertResultatSkattekostnad",
                "resultatregnskapResultat.ekstraordinaerePoster",
                "resultatregnskapResultat.skattekostnadEkstraordinaertResultat",
                "resultatregnskapResultat.driftsresultat.driftsinntekter.salgsinntekter",
                "resultatregnskapResultat.driftsresultat.driftskostnad.loennskostnad",
                "resultatregnskapResultat.finansresultat.finanskostnad.rentekostnadSammeKonsern",
                "resultatregnskapResultat.finansresultat.finanskostnad.annenRentekostnad"}));
  reduced.amounts = full.amounts;
  EXPECT_EQ(reduced, full);
}

TEST(StatementFields, AccountCodesLeadToTheirAmounts) {
  struct Row {
    std::int32_t code = 0;
    std::string_view name = {};
  };
  // Typed in from the description of the bulk files.
  for (const Row& row : std::vector<Row>{{1340, "salgsinntekter"},
                                         {72, "sumDriftsinntekter"},
                                         {81, "loennskostnad"},
                                         {17126, "sumDriftskostnad"},
                                         {146, "driftsresultat"},
                                         {153, "sumFinansinntekter"},
                                         {7037, "rentekostnadSammeKonsern"},
                                         {2216, "annenRentekostnad"},
                                         {17130, "sumFinanskostnad"},
                                         {158, "nettoFinans"},
                                         {167, "ordinaertResultatFoerSkattekostnad"},
                                         {11835, "ordinaertResultatSkattekostnad"},
                                         {29048, "ekstraordinaerePoster"},
                                         {2821, "skattekostnadEkstraordinaertResultat"},
                                         {172, "aarsresultat"},
                                         {36633, "totalresultat"},
                                         {206, "goodwill"},
                                         {217, "sumAnleggsmidler"},
                                         {25012, "sumVarer"},
                                         {80, "sumFordringer"},
                                         {6601, "sumInvesteringer"},
                                         {29042, "sumBankinnskuddOgKontanter"},
                                         {194, "sumOmloepsmidler"},
                                         {219, "sumEiendeler"},
                                         {3730, "sumInnskuttEgenkaptial"},
                                         {9702, "sumOpptjentEgenkapital"},
                                         {250, "sumEgenkapital"},
                                         {86, "sumLangsiktigGjeld"},
                                         {85, "sumKortsiktigGjeld"},
                                         {1119, "sumGjeld"},
                                         {251, "sumEgenkapitalGjeld"}}) {
    const auto amount = AmountOfAccount(row.code);
    ASSERT_TRUE(amount) << row.code;
    EXPECT_EQ(FieldOf(*amount).row.name, row.name);
  }
  for (const std::int32_t code : {0, -1, 1, 147, 36634})
    EXPECT_FALSE(AmountOfAccount(code)) << code;
}

TEST(StatementFields, NamesOfEnumerationsAreReadExactly) {
  EXPECT_EQ(ReadStatementType("KONSERN"), StatementType::kGroup);
  EXPECT_EQ(ReadStatementType("SELSKAP"), StatementType::kCompany);
  EXPECT_EQ(ReadStatementPart(""), StatementPart::kWhole);
  EXPECT_EQ(ReadStatementPart("RES"), StatementPart::kIncome);
  EXPECT_EQ(ReadStatementPart("BAL"), StatementPart::kBalance);
  EXPECT_EQ(NameOf(AccountingRules::kSimplifiedIfrs), "forenkletAnvendelseIFRS");
  for (const std::string_view wrong : {"", "konsern", "SELSKAP ", "S", "K"})
    EXPECT_FALSE(ReadStatementType(wrong)) << wrong;
  EXPECT_FALSE(ReadStatementPart("res"));
}

}  // namespace
}  // namespace orgreg::model
