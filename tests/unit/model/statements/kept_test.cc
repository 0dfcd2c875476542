// SPDX-License-Identifier: EUPL-1.2

#include "model/statements/kept.h"

#include <gtest/gtest.h>

#include <string>

#include "model/statements/fields.h"

namespace orgreg::model {
namespace {

std::string Kept() {
  Statement filing;
  filing.number = base::OrgNumber(314159268);
  filing.id = 7;
  filing.year = 2024;
  filing.journal_number = std::string(300, 'J');
  filing.plan.code = "STORE";
  filing.At(StatementAmount::kAssets) = base::Decimal::Parse("-1.5");
  std::string kept;
  AppendKeptFilings({.number = filing.number, .statements = {filing, filing}}, &kept);
  return kept;
}

TEST(KeptFilings, AreReadAsTheTextsThatAreServed) {
  const std::string kept = Kept();
  std::vector<ServedStatement> filings;
  ASSERT_TRUE(ReadKeptFilings(kept, &filings));
  ASSERT_EQ(filings.size(), 2U);
  for (const ServedStatement& filing : filings) {
    EXPECT_EQ(filing.year, 2024);
    EXPECT_EQ(filing.texts[kStatementPlaces.id], "7");
    EXPECT_EQ(filing.texts[kStatementPlaces.number], "314159268");
    EXPECT_EQ(filing.texts[kStatementPlaces.type], "SELSKAP");
    EXPECT_EQ(filing.texts[kStatementPlaces.plan], "store");
    EXPECT_EQ(filing.texts[kStatementPlaces.journal_number], std::string(300, 'J'));
    EXPECT_EQ(filing.At(StatementAmount::kAssets), "-1.50");
    EXPECT_FALSE(filing.Has(StatementAmount::kDebt));
  }
}

TEST(KeptFilings, MayBeNone) {
  std::string kept;
  AppendKeptFilings({}, &kept);
  EXPECT_FALSE(kept.empty());
  std::vector<ServedStatement> filings(1);
  EXPECT_TRUE(ReadKeptFilings(kept, &filings));
  EXPECT_TRUE(filings.empty());
}

TEST(KeptFilings, AreRejectedIfTheyAreCutOrGoOn) {
  const std::string kept = Kept();
  std::vector<ServedStatement> filings;
  for (std::size_t size = 0; size < kept.size(); ++size)
    EXPECT_FALSE(ReadKeptFilings(std::string_view(kept).substr(0, size), &filings)) << size;
  EXPECT_FALSE(ReadKeptFilings(kept + "x", &filings));
  EXPECT_FALSE(ReadKeptFilings(std::string(20, '\xFF'), &filings));
}

}  // namespace
}  // namespace orgreg::model
