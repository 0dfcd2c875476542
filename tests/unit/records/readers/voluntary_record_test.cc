// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/voluntary_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "render/voluntary_json.h"
#include "unit/records/read_supplement.h"

namespace orgreg::records {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kWhole =
    R"({"organisasjonsnummer":"312305011","frivilligOrganisasjonsstatus":"aktiv",)"
    R"("kontonummer":"12345678903","innfoertDato":"2024-04-11",)"
    R"("foersteGangInnfoert":"2009-06-01","grasrotandel":{"deltarI":true},)"
    R"("regnskapsrapportering":{"harPaatattSegRapporteringsplikt":true,)"
    R"("avslutningsdatoForRegnskapsperiode":"31.12","sistInnsendteAarsregnskap":)"
    R"({"regnskapsaar":2024,"registreringsdato":"2025-07-01"}},"vedtekter":)"
    R"({"frivilligRegistrerteVedtekter":true,"sistOppdaterteVedtekter":"2023-03-15"},)"
    R"("icnpoKategorier":[{"kategori":"ICNPOKategori.kunstOgKultur","icnpoNummer":"1100",)"
    R"("rekkefoelge":1}],"paategninger":[]})";

ReadResult Read(std::string_view text) { return ReadAs(model::Kind::kVoluntary, text); }

// A record with one more member.
std::string And(std::string_view members) {
  return R"({"organisasjonsnummer":"312305011",)" + std::string(members) + "}";
}

TEST(ReadVoluntary, ReadsStoredEntries) {
  const ReadResult result = Read(kWhole);
  EXPECT_TRUE(result.is_taken);
  EXPECT_EQ(result.read.number, base::OrgNumber(312305011));
  EXPECT_EQ(result.read.body, kWhole);
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_THAT(result.unknown, IsEmpty());
}

TEST(ReadVoluntary, ReadsServedEntriesWithoutNamesAndLinks) {
  std::string served(kWhole);
  served.insert(served.find(",\"rekkefoelge\""), R"(,"navn":"Et annet navn")");
  served.insert(served.size() - 1, R"(,"_links":{"self":{"href":"https://host/x"}})");
  const ReadResult result = Read(served);
  EXPECT_TRUE(result.is_taken);
  EXPECT_EQ(result.read.body, kWhole);
  EXPECT_THAT(result.unknown, IsEmpty());
}

TEST(ReadVoluntary, GivesTheSameBytesForAnyOrder) {
  const ReadResult result = Read(
      R"({"paategninger":[],"icnpoKategorier":[{"rekkefoelge":2,"icnpoNummer":"1200"},)"
      R"({"rekkefoelge":1,"icnpoNummer":"1100","kategori":null}],"vedtekter":{},)"
      R"("grasrotandel":{"utestengelsesperiode":{"tilDato":"2025-12-31","fraDato":"2025-01-01"},)"
      R"("deltarI":false},"kontonummer":null,"organisasjonsnummer":"312305011"})");
  EXPECT_EQ(result.read.body,
            R"({"organisasjonsnummer":"312305011","grasrotandel":{"deltarI":false,)"
            R"("utestengelsesperiode":{"fraDato":"2025-01-01","tilDato":"2025-12-31"}},)"
            R"("icnpoKategorier":[{"icnpoNummer":"1100","rekkefoelge":1},)"
            R"({"icnpoNummer":"1200","rekkefoelge":2}],"paategninger":[]})");
}

TEST(ReadVoluntary, KeepsLittleOfAnOrganisationThatWasStruckOff) {
  std::string text(kWhole);
  text.insert(text.size() - 1, R"(,"slettetDato":"2026-01-02")");
  const ReadResult result = Read(text);
  EXPECT_TRUE(result.is_taken);
  EXPECT_EQ(result.read.body,
            R"({"organisasjonsnummer":"312305011","frivilligOrganisasjonsstatus":"aktiv",)"
            R"("slettetDato":"2026-01-02"})");
}

TEST(ReadVoluntary, NamesTheMemberThatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"{}", "organisasjonsnummer: is missing"},
      {R"({"organisasjonsnummer":null})", "organisasjonsnummer: is missing"},
      {R"({"organisasjonsnummer":312305011})", "organisasjonsnummer: is not nine digits"},
      {R"({"organisasjonsnummer":"31230501"})", "organisasjonsnummer: is not nine digits"},
      {And(R"("frivilligOrganisasjonsstatus":1)"), "frivilligOrganisasjonsstatus: is not text"},
      {And(R"("kontonummer":12345678903)"), "kontonummer: is not text"},
      {And(R"("innfoertDato":"11.04.2024")"), "innfoertDato: is not a date yyyy-MM-dd"},
      {And(R"("innfoertDato":"2024-02-30")"), "innfoertDato: is not a date yyyy-MM-dd"},
      {And(R"("foersteGangInnfoert":20090601)"), "foersteGangInnfoert: is not a date yyyy-MM-dd"},
      {And(R"("grasrotandel":true)"), "grasrotandel: is not an object"},
      {And(R"("grasrotandel":{"deltarI":"true"})"),
       "grasrotandel.deltarI: is neither true nor false"},
      {And(R"("grasrotandel":{"utestengelsesperiode":[]})"),
       "grasrotandel.utestengelsesperiode: is not an object"},
      {And(R"("grasrotandel":{"utestengelsesperiode":{"fraDato":"i dag"}})"),
       "grasrotandel.utestengelsesperiode.fraDato: is not a date yyyy-MM-dd"},
      {And(R"("regnskapsrapportering":{"avslutningsdatoForRegnskapsperiode":"31.02"})"),
       "regnskapsrapportering.avslutningsdatoForRegnskapsperiode: is not a day dd.mm"},
      {And(R"("regnskapsrapportering":{"avslutningsdatoForRegnskapsperiode":"2024-12-31"})"),
       "regnskapsrapportering.avslutningsdatoForRegnskapsperiode: is not a day dd.mm"},
      {And(R"("regnskapsrapportering":{"sistInnsendteAarsregnskap":{"regnskapsaar":"2024"}})"),
       "regnskapsrapportering.sistInnsendteAarsregnskap.regnskapsaar: is not a whole number from "
       "0"},
      {And(R"("regnskapsrapportering":{"sistInnsendteAarsregnskap":{"regnskapsaar":-1}})"),
       "regnskapsrapportering.sistInnsendteAarsregnskap.regnskapsaar: is not a whole number from "
       "0"},
      {And(R"("vedtekter":{"frivilligRegistrerteVedtekter":1})"),
       "vedtekter.frivilligRegistrerteVedtekter: is neither true nor false"},
      {And(R"("slettetDato":" ")"), "slettetDato: is not a date yyyy-MM-dd"},
      {And(R"("icnpoKategorier":{})"), "icnpoKategorier: is not a list of objects"},
      {And(R"("icnpoKategorier":["1100"])"), "icnpoKategorier[0]: is not an object"},
      {And(R"("icnpoKategorier":[{"rekkefoelge":1}])"),
       "icnpoKategorier[0].icnpoNummer: is missing"},
      {And(R"("icnpoKategorier":[{"icnpoNummer":1100}])"),
       "icnpoKategorier[0].icnpoNummer: is not text"},
      {And(R"("icnpoKategorier":[{"icnpoNummer":""}])"),
       "icnpoKategorier[0].icnpoNummer: is missing"},
      {And(R"("icnpoKategorier":[{"icnpoNummer":" "}])"),
       "icnpoKategorier[0].icnpoNummer: is not a number of digits"},
      {And(R"("icnpoKategorier":[{"icnpoNummer":"1100"},{"icnpoNummer":"kultur"}])"),
       "icnpoKategorier[1].icnpoNummer: is not a number of digits"},
      {And(R"("icnpoKategorier":[{"icnpoNummer":"1100","rekkefoelge":"1"}])"),
       "icnpoKategorier[0].rekkefoelge: is not a whole number from 0"},
      {And(R"("icnpoKategorier":[{"icnpoNummer":"1100","navn":7}])"),
       "icnpoKategorier[0].navn: is not text"},
      {And(R"("icnpoKategorier":[{"icnpoNummer":"1100","kategori":[]}])"),
       "icnpoKategorier[0].kategori: is not text"},
      {And(R"("paategninger":"ingen")"), "paategninger: is not a list of objects"},
      {And(R"("paategninger":[null])"), "paategninger[0]: is not an object"},
      {And(R"("paategninger":[{"paategning":false}])"), "paategninger[0].paategning: is not text"},
      {And(R"("paategninger":[{"identifikatorInformasjonstype":{}}])"),
       "paategninger[0].identifikatorInformasjonstype: is not text"},
  };
  for (const auto& [text, problem] : cases) {
    const ReadResult result = Read(text);
    EXPECT_FALSE(result.is_taken) << text;
    EXPECT_THAT(result.problems, ElementsAre(problem)) << text;
  }
}

TEST(ReadVoluntary, TakesEmptyTextsForAbsentMembers) {
  const ReadResult result = Read(And(
      R"("frivilligOrganisasjonsstatus":"","slettetDato":"","grasrotandel":"","icnpoKategorier":)"
      R"([{"icnpoNummer":"1100","kategori":"","rekkefoelge":""}],"paategninger":"")"));
  EXPECT_TRUE(result.is_taken);
  EXPECT_EQ(result.read.body,
            R"({"organisasjonsnummer":"312305011","icnpoKategorier":[{"icnpoNummer":"1100"}]})");
}

TEST(ReadVoluntary, TakesOddValuesAndNamesThem) {
  const ReadResult result =
      Read(And(R"("frivilligOrganisasjonsstatus":"a\n","regnskapsrapportering":)"
               R"({"sistInnsendteAarsregnskap":{"regnskapsaar":20244}})"));
  EXPECT_TRUE(result.is_taken);
  ASSERT_THAT(result.read.odd_values, SizeIs(2));
  EXPECT_EQ(result.read.odd_values[0].path, "frivilligOrganisasjonsstatus");
  EXPECT_EQ(result.read.odd_values[1].reason, "is not four digits");
  EXPECT_EQ(result.read.odd_values[1].value, "20244");
  EXPECT_THAT(Read(kWhole).read.odd_values, IsEmpty());
}

TEST(ReadVoluntary, NamesEveryProblem) {
  const ReadResult result = Read(
      R"({"kontonummer":1,"grasrotandel":{"deltarI":2},"icnpoKategorier":[3,{}],"vedtekter":4})");
  EXPECT_FALSE(result.is_taken);
  EXPECT_THAT(result.problems, SizeIs(6));
}

TEST(ReadVoluntary, ReportsUnknownMembersByPath) {
  const ReadResult result = Read(
      And(R"("ny":1,"grasrotandel":{"ny":{},"_links":1},"icnpoKategorier":[{"icnpoNummer":"1",)"
          R"("ny":[]}],"paategninger":[{"ny":0}],"grasrotandel.deltarI.ny":1)"));
  EXPECT_TRUE(result.is_taken);
  EXPECT_THAT(result.unknown,
              ElementsAre("ny", "grasrotandel.ny", "grasrotandel._links", "icnpoKategorier[0].ny",
                          "paategninger[0].ny", "grasrotandel.deltarI.ny"));
}

base::Status Index(std::string_view text, IndexedSupplement* indexed,
                   base::OrgNumber number = base::OrgNumber(312305011)) {
  return IndexAs(model::Kind::kVoluntary, text, number, indexed);
}

TEST(IndexVoluntary, RendersTheRecordAndHasNoKeys) {
  IndexedSupplement indexed;
  ASSERT_TRUE(Index(kWhole, &indexed));
  EXPECT_THAT(indexed.keys, IsEmpty());
  std::string served;
  render::AppendVoluntary(indexed.columns.served.form(), render::CategoryNames::kLeftOut, "",
                          &served);
  EXPECT_EQ(served.substr(0, kWhole.size() - 1), kWhole.substr(0, kWhole.size() - 1));
}

TEST(IndexVoluntary, ReportsUnreadableEntriesAsCorrupt) {
  IndexedSupplement indexed;
  for (const std::string& text : {std::string("{}"), And(R"("kontonummer":1)")}) {
    const base::Status status = Index(text, &indexed);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, base::Code::kCorrupt);
  }
  EXPECT_FALSE(Index(kWhole, &indexed, base::OrgNumber(312305012)));
}

}  // namespace
}  // namespace orgreg::records
