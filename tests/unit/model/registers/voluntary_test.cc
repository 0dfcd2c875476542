// SPDX-License-Identifier: EUPL-1.2

// Compares the fields and code lists of the register of non-profit organisations with known lists,
// typed in: the one wanted repetition.

#include "model/registers/voluntary.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "model/codes/voluntary_lists.h"

namespace orgreg::model {
namespace {

TEST(VoluntarySchema, HasTheMembersOfTheRecordInOrder) {
  const std::vector<std::string> expected = {
      "organisasjonsnummer",
      "frivilligOrganisasjonsstatus",
      "slettetDato",
      "kontonummer",
      "innfoertDato",
      "foersteGangInnfoert",
      "grasrotandel.deltarI",
      "grasrotandel.utestengelsesperiode.fraDato",
      "grasrotandel.utestengelsesperiode.tilDato",
      "regnskapsrapportering.harPaatattSegRapporteringsplikt",
      "regnskapsrapportering.avslutningsdatoForRegnskapsperiode",
      "regnskapsrapportering.sistInnsendteAarsregnskap.regnskapsaar",
      "regnskapsrapportering.sistInnsendteAarsregnskap.registreringsdato",
      "vedtekter.frivilligRegistrerteVedtekter",
      "vedtekter.sistOppdaterteVedtekter"};
  std::vector<std::string> paths;
  for (const PlainRow& plain : PlainRows(kVoluntarySchema.schema)) paths.push_back(plain.path);
  EXPECT_EQ(paths, expected);
}

TEST(Reduced, KeepsThreeMembersOfAnOrganisationThatWasStruckOff) {
  const Voluntary record = {.number = base::OrgNumber(312305011),
                            .status = "aktiv",
                            .account_number = "12345678903",
                            .has_articles = true,
                            .categories = std::vector<VoluntaryCategory>(1),
                            .struck_off_on = base::Date::Parse("2026-01-02")};
  const Voluntary reduced = Reduced(record);
  EXPECT_EQ(reduced.number, record.number);
  EXPECT_EQ(reduced.status, "aktiv");
  EXPECT_EQ(reduced.struck_off_on, record.struck_off_on);
  EXPECT_FALSE(reduced.account_number || reduced.has_articles || reduced.categories);
}

TEST(IsDayOfYear, TakesDaysThatExist) {
  for (const char* text : {"31.12", "01.01", "29.02", "30.06"}) {
    EXPECT_TRUE(IsDayOfYear(text)) << text;
  }
  for (const char* text : {"", "31.11", "30.02", "00.01", "01.00", "01.13", "32.01", "1.1", "31-12",
                           "12.31", "31.12.", "31.12.2024", "3112", "aa.bb", " 1.12", "-1.12"}) {
    EXPECT_FALSE(IsDayOfYear(text)) << text;
  }
}

TEST(Categories, AreTheWholeListInItsOwnOrder) {
  ASSERT_EQ(Categories().size(), 46U);
  EXPECT_EQ(Categories()[0].code, "1");
  EXPECT_EQ(Categories()[0].name, "Kultur- og rekreasjon");
  EXPECT_EQ(Categories()[1].code, "1100");
  EXPECT_EQ(Categories()[4].code, "2");
  EXPECT_EQ(Categories()[45].code, "14100");
  EXPECT_EQ(Categories()[45].name, "Mangfold og inkludering");
}

TEST(Categories, HaveACodeOfDigitsANameAndNoCodeTwice) {
  std::set<std::string_view> codes;
  for (const VoluntaryCode& category : Categories()) {
    EXPECT_FALSE(category.name.empty()) << category.code;
    EXPECT_EQ(category.code.find_first_not_of("0123456789"), std::string_view::npos);
    EXPECT_TRUE(codes.insert(category.code).second) << category.code;
    EXPECT_EQ(FindCategory(category.code), &category);
  }
}

TEST(Categories, AreFoundByTheWholeCodeAlone) {
  for (const char* code : {"", "0", "01", "110", "11000", "1100 ", "Kunst og kultur"}) {
    EXPECT_EQ(FindCategory(code), nullptr) << code;
  }
}

TEST(InformationTypes, HaveOneItemWhoseNameIsNotKnown) {
  ASSERT_EQ(InformationTypes().size(), 1U);
  EXPECT_EQ(InformationTypes()[0].code, "informasjonstype.organisasjonsnummer");
  EXPECT_EQ(InformationTypes()[0].name, "");
  EXPECT_NE(FindInformationType("informasjonstype.organisasjonsnummer"), nullptr);
  EXPECT_EQ(FindInformationType("informasjonstype"), nullptr);
}

}  // namespace
}  // namespace orgreg::model
