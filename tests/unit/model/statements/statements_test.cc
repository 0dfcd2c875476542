// SPDX-License-Identifier: EUPL-1.2

#include "model/statements/statements.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "model/statements/fields.h"

namespace orgreg::model {
namespace {

TEST(Statements, AFilingWithTheSameIdGivesWay) {
  const auto filed = [](std::int32_t id, std::int32_t year) {
    Statement filing;
    filing.id = id;
    filing.year = year;
    return filing;
  };
  Filings filings;
  AddFiling(filed(2, 2024), &filings);
  AddFiling(filed(1, 2023), &filings);
  AddFiling(filed(1, 2022), &filings);
  ASSERT_EQ(filings.statements.size(), 2U);
  EXPECT_EQ(filings.statements.front().year, 2022);
}

TEST(Statements, ThreePlansAreServed) {
  for (const std::string code : {"SMAA", "STORE", "OEVRIGE"})
    EXPECT_TRUE(LayoutPlan{code}.IsServed()) << code;
  for (const std::string code : {"", "BANK", "store", "STOR", "STORE "})
    EXPECT_FALSE(LayoutPlan{code}.IsServed()) << code;
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
