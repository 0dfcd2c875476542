// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/record_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "render/record_json.h"
#include "unit/records/problem_texts.h"

namespace orgreg::records {
namespace {

using model::Kind;

using Texts = std::vector<std::string>;

struct Outcome {
  bool taken = false;
  model::Unit unit;
  Texts problems;
};

Outcome Read(std::string text, RecordSource source = RecordSource::kStore) {
  Outcome outcome;
  constexpr Kind kind = Kind::kEntity;
  text.reserve(text.size() + RecordReader::kPadding);
  RecordReader reader(source);
  Problems problems;
  outcome.taken = reader.Read(kind, text, &outcome.unit, &problems);
  outcome.problems = TextsOf(problems);
  return outcome;
}

// The required members of a live record, and more.
std::string Record(const std::string& more) {
  return R"({"organisasjonsnummer":"312300028","navn":"FJELLVIK AS","organisasjonsform":{"kode":"AS"})" +
         more + "}";
}

TEST(RecordReader, ReadsRecordsAndWritesThemBack) {
  const std::string text = Record(
      R"(,"hjemmeside":"www.fjellvik.example","postadresse":{"land":"Norge","adresse":["Postboks 1",null,""]},)"
      R"("registrertIMvaregisteret":true,"antallAnsatte":214,"harRegistrertAntallAnsatte":true,"konkurs":false,)"
      R"("aktivitet":["Linje \"en\"","to\nlinjer"],"paategninger":[{"infotype":"FADR","tekst":"x","innfoertDato":"2025-11-03"}],)"
      R"("kapital":{"belop":6392018.00,"antallAksjer":2556807512})");
  const Outcome outcome = Read(text);
  ASSERT_TRUE(outcome.taken) << outcome.problems.front();
  std::string written;
  render::AppendRecord(Kind::kEntity, outcome.unit, model::Form::kServed, &written);
  EXPECT_EQ(written, text.substr(0, text.size() - 1) + R"(,"respons_klasse":"Enhet"})");
}

TEST(RecordReader, IgnoresLinksOfEveryForm) {
  const Outcome outcome = Read(
      R"({"links":[],"organisasjonsnummer":"312300028","navn":"A","organisasjonsform":{"links":[],"kode":"AS","_links":{"self":{"href":"x"}}},)"
      R"("_links":{"self":{"href":"x"}},"respons_klasse":"Enhet"})");
  ASSERT_TRUE(outcome.taken);
  EXPECT_TRUE(outcome.unit.unknown.empty());
}

TEST(RecordReader, KeepsMembersItDoesNotKnow) {
  const Outcome outcome = Read(
      Record(R"(,"nytt":{"a":[1, 2.50 ,"x"]},"kapital":{"belop":1,"klasse":"A"},"flagg":true)"));
  ASSERT_TRUE(outcome.taken);
  std::string written;
  render::AppendRecord(Kind::kEntity, outcome.unit, model::Form::kServed, &written);
  EXPECT_NE(written.find(R"("kapital":{"belop":1.00,"klasse":"A"})"), std::string::npos) << written;
  EXPECT_NE(written.find(R"("nytt":{"a":[1,2.50,"x"]},"flagg":true,"respons_klasse")"),
            std::string::npos)
      << written;
}

TEST(RecordReader, KeepsFormerNamesUnserved) {
  const Outcome outcome =
      Read(Record(R"(,"historiskeNavn":[{"navn":"GAMMEL AS","fraDato":"2001-01-01 00:00:00"}])"));
  ASSERT_TRUE(outcome.taken);
  std::string served;
  render::AppendRecord(Kind::kEntity, outcome.unit, model::Form::kServed, &served);
  EXPECT_EQ(served.find("GAMMEL"), std::string::npos);
  std::string stored;
  render::AppendRecord(Kind::kEntity, outcome.unit, model::Form::kStored, &stored);
  EXPECT_NE(stored.find("GAMMEL"), std::string::npos);
}

TEST(RecordReader, DistinguishesLiveDeletedAndRemoved) {
  EXPECT_EQ(Read(Record("")).unit.state, model::State::kLive);
  const Outcome deleted = Read(Record(R"(,"slettedato":"2024-03-09","konkurs":true)"));
  ASSERT_TRUE(deleted.taken);
  EXPECT_EQ(deleted.unit.state, model::State::kDeleted);
  EXPECT_FALSE(deleted.unit.bankrupt);
  const Outcome removed = Read(R"({"organisasjonsnummer":"312308010","slettedato":"2024-03-09"})");
  ASSERT_TRUE(removed.taken);
  EXPECT_EQ(removed.unit.state, model::State::kRemoved);
}

TEST(RecordReader, TakesCapitalThatStoodAsText) {
  const Outcome outcome = Read(Record(R"(,"kapital":{"bundet":"1000.5"})"));
  ASSERT_TRUE(outcome.taken);
  EXPECT_EQ(outcome.unit.capital.restricted->text(), "1000.50");
}

TEST(RecordReader, TakesNumbersOfAnySize) {
  const Outcome outcome = Read(Record(
      R"(,"kapital":{"belop":1e309,"bundet":1e-300},"id":123456789012345678901,"stor":1e999)"));
  ASSERT_TRUE(outcome.taken) << outcome.problems.front();
  EXPECT_EQ(outcome.unit.capital.amount->text().size(), 310U + 3U);
  EXPECT_EQ(outcome.unit.unknown[0].json, "123456789012345678901");
  std::string stored;
  render::AppendRecord(Kind::kEntity, outcome.unit, model::Form::kStored, &stored);
  EXPECT_TRUE(Read(stored).taken);
}

TEST(RecordReader, TakesTheLastOfMembersWithOneName) {
  const Outcome outcome = Read(Record(R"(,"x":1,"x":{"y":2},"navn":"B")"));
  ASSERT_TRUE(outcome.taken);
  ASSERT_EQ(outcome.unit.unknown.size(), 1U);
  EXPECT_EQ(outcome.unit.unknown[0].json, R"({"y":2})");
  EXPECT_EQ(outcome.unit.name, "B");
}

TEST(RecordReader, KeepsUnknownMembersWithTheirIndustrialCode) {
  const Outcome outcome = Read(Record(
      R"(,"naeringskode1":{"kode":"70.100","hjelpeenhetskode":true,"nivaa":"HJELP"},"naeringskode2":{"kode":"62.010","nivaa":"PROG"})"));
  ASSERT_TRUE(outcome.taken);
  ASSERT_EQ(outcome.unit.unknown.size(), 1U);
  EXPECT_EQ(outcome.unit.unknown[0].group, "naeringskode1");
  EXPECT_EQ(outcome.unit.unknown[0].json, R"("PROG")");
}

TEST(RecordReader, TreatsNullAsAbsent) {
  const Outcome outcome = Read(Record(R"(,"antallAnsatte":null,"postadresse":null,"nytt":null)"));
  ASSERT_TRUE(outcome.taken);
  EXPECT_FALSE(outcome.unit.employees);
  EXPECT_TRUE(outcome.unit.unknown.empty());
}

std::string Served(const model::Unit& unit) {
  std::string text;
  render::AppendRecord(Kind::kEntity, unit, model::Form::kServed, &text);
  return text;
}

TEST(RecordReader, TakesEmptyTextsOfAnInventoryForAbsentMembers) {
  const Outcome outcome = Read(
      Record(
          R"(,"hjemmeside":"","stiftelsesdato":"","konkurs":"" ,"antallAnsatte":"","overordnetEnhet":"",)"
          R"("kapital":{"belop":"","type":""},"forretningsadresse":"","aktivitet":"","nytt":"",)"
          R"("paategninger":[{"infotype":"","tekst":"x","innfoertDato":"","ny":""}],)"
          R"("postadresse":{"adresse":["","A",null],"poststed":""},"respons_klasse":"")"),
      RecordSource::kInventory);
  ASSERT_TRUE(outcome.taken) << outcome.problems.front();
  EXPECT_EQ(
      Served(outcome.unit),
      R"({"organisasjonsnummer":"312300028","navn":"FJELLVIK AS","organisasjonsform":{"kode":"AS",)"
      R"("beskrivelse":"Aksjeselskap"},"postadresse":{"adresse":["","A",null]},)"
      R"("paategninger":[{"tekst":"x"}],"respons_klasse":"Enhet"})");
}

TEST(RecordReader, ReportsEmptyMembersAsMissing) {
  const auto problems = [](const std::string& text) {
    return Read(text, RecordSource::kInventory).problems;
  };
  EXPECT_EQ(problems(R"({"organisasjonsnummer":"","navn":"A","organisasjonsform":{"kode":"AS"}})"),
            Texts{"organisasjonsnummer: is missing"});
  EXPECT_EQ(problems(R"({"organisasjonsnummer":"312300028","navn":"","organisasjonsform":""})"),
            (Texts{"navn: is missing", "organisasjonsform.kode: is missing"}));
}

// A removed record is withdrawn for good, so one that claims to be deleted is not taken for
// removed.
TEST(RecordReader, WantsTheNameOfARecordThatSaysItIsDeleted) {
  EXPECT_EQ(
      Read(
          R"({"organisasjonsnummer":"312300028","navn":"","slettedato":"2024-03-09","respons_klasse":"SlettetEnhet"})",
          RecordSource::kInventory)
          .problems,
      Texts{"navn: is missing"});
}

// Earlier versions accepted empty texts, and stored records must stay readable.
TEST(RecordReader, ReadsStoredRecordsUnchanged) {
  const std::string stored =
      R"({"organisasjonsnummer":"312300028","navn":"","organisasjonsform":{"kode":"AS"},"hjemmeside":"","nytt":""})";
  const Outcome outcome = Read(stored);
  ASSERT_TRUE(outcome.taken);
  EXPECT_EQ(outcome.unit.name, "");
  EXPECT_EQ(outcome.unit.website, "");
  EXPECT_FALSE(outcome.unit.form.text);
  EXPECT_EQ(outcome.unit.unknown.size(), 1U);
}

TEST(RecordReader, FillsInTheTextsOfCodesThatTheListsHave) {
  const Outcome outcome = Read(
      Record(
          R"(,"naeringskode1":{"kode":"46.710"},"naeringskode2":{"kode":"01.110","beskrivelse":"Egen tekst"},)"
          R"("naeringskode3":{"kode":"00.000"},"hjelpeenhetskode":{"kode":"82.110","beskrivelse":""},)"
          R"("institusjonellSektorkode":{"kode":"1120"},"postadresse":{"kommunenummer":"0301"},)"
          R"("forretningsadresse":{"kommunenummer":"0000"})"),
      RecordSource::kInventory);
  ASSERT_TRUE(outcome.taken);
  const model::Unit& unit = outcome.unit;
  EXPECT_EQ(unit.form.text, "Aksjeselskap");
  EXPECT_EQ(unit.industries[0].text, "Engroshandel med motorvogner");  // The current edition's.
  EXPECT_EQ(unit.industries[1].text, "Egen tekst");
  EXPECT_FALSE(unit.industries[2].text);
  EXPECT_TRUE(unit.helper_unit.text);
  EXPECT_EQ(unit.sector.text, "Statlig eide aksjeselskaper mv.");
  EXPECT_EQ(unit.postal_address.municipality, "OSLO");
  EXPECT_FALSE(unit.business_address.municipality);
}

TEST(RecordReader, FillsInTheTextOfADeletedRecordsForm) {
  const Outcome outcome = Read(Record(R"(,"slettedato":"2024-03-09")"), RecordSource::kInventory);
  ASSERT_TRUE(outcome.taken);
  EXPECT_EQ(outcome.unit.form.text, "Aksjeselskap");
}

TEST(RecordReader, TakesTheNameOfTheChangeHistoryForTheField) {
  for (const RecordSource source : {RecordSource::kStore, RecordSource::kInventory}) {
    const Outcome outcome = Read(Record(R"(,"registreringsnummerIHjemland":"HRB 1")"), source);
    ASSERT_TRUE(outcome.taken);
    EXPECT_EQ(outcome.unit.home_country_number, "HRB 1");
    EXPECT_TRUE(outcome.unit.unknown.empty());
  }
  // Its own name counts, in either order.
  for (const char* both :
       {R"(,"registreringsnummerIHjemland":"X","registreringsnummerIHjemlandet":"HRB 1")",
        R"(,"registreringsnummerIHjemlandet":"HRB 1","registreringsnummerIHjemland":"X")",
        R"(,"registreringsnummerIHjemlandet":"HRB 1","registreringsnummerIHjemland":{"a":1})"}) {
    const Outcome outcome = Read(Record(both));
    ASSERT_TRUE(outcome.taken) << both;
    EXPECT_EQ(outcome.unit.home_country_number, "HRB 1") << both;
  }
  EXPECT_EQ(Read(Record(R"(,"registreringsnummerIHjemland":7)")).problems,
            Texts{"registreringsnummerIHjemlandet: is not text"});
}

TEST(RecordReader, TakesAmountsAsTextInFormsThatNoNumberHas) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("+5")", "5.00"}, {R"(".5")", "0.50"}, {"-0", "0.00"}, {R"("-0")", "0.00"}};
  for (const auto& [written, amount] : cases) {
    const Outcome outcome = Read(Record(R"(,"kapital":{"belop":)" + std::string(written) + "}"));
    ASSERT_TRUE(outcome.taken) << written;
    EXPECT_EQ(outcome.unit.capital.amount->text(), amount) << written;
  }
  for (const char* wrong : {"+5", ".5", "-.5", "007", "5."}) {
    EXPECT_FALSE(Read(Record(R"(,"kapital":{"belop":)" + std::string(wrong) + "}")).taken) << wrong;
  }
}

struct Refused {
  std::string text;
  const char* problem;
};

TEST(RecordReader, NamesEveryProblem) {
  const Refused cases[] = {
      {"{}", "navn: is missing"},
      {R"({"navn":"A","organisasjonsform":{"kode":"AS"}})", "organisasjonsnummer: is missing"},
      {R"({"organisasjonsnummer":"312300028","navn":"A"})", "organisasjonsform.kode: is missing"},
      {R"({"organisasjonsnummer":"31230002","navn":"A","organisasjonsform":{"kode":"AS"}})",
       "organisasjonsnummer: is not nine digits"},
      {R"({"organisasjonsnummer":312300028,"navn":"A","organisasjonsform":{"kode":"AS"}})",
       "organisasjonsnummer: is not nine digits"},
      {R"({"organisasjonsnummer":"312300028","navn":7,"organisasjonsform":{"kode":"AS"}})",
       "navn: is not text"},
      {Record(R"(,"konkurs":"true")"), "konkurs: is neither true nor false"},
      {Record(R"(,"stiftelsesdato":"2024-02-30")"), "stiftelsesdato: is not a date yyyy-MM-dd"},
      {Record(R"(,"stiftelsesdato":20240101)"), "stiftelsesdato: is not a date yyyy-MM-dd"},
      {Record(R"(,"antallAnsatte":-3)"), "antallAnsatte: is not a whole number from 0"},
      {Record(R"(,"antallAnsatte":3.5)"), "antallAnsatte: is not a whole number from 0"},
      {Record(R"(,"kapital":{"belop":"mye"})"), "kapital.belop: is not an amount"},
      {Record(R"(,"kapital":{"belop":true})"), "kapital.belop: is not an amount"},
      {Record(R"(,"kapital":7)"), "kapital: is not an object"},
      {Record(R"(,"aktivitet":"tekst")"), "aktivitet: is not a list of texts"},
      {Record(R"(,"aktivitet":[7])"), "aktivitet: is not a list of texts"},
      {Record(R"(,"paategninger":[7])"), "paategninger: is not a list of notices"},
      {Record(R"(,"respons_klasse":"Underenhet")"),
       "respons_klasse: is Underenhet, another kind of record"},
      {Record(",\"hjemmeside\":\"\xFF\""), "is not UTF-8"},
      {Record(",\"hjemmeside\":\"\\ud800\""), "hjemmeside: is not text"},
      {Record("") + " " + Record(""), "is followed by something else"},
      {Record("") + " 7", "is not a JSON object"},
      {Record(R"(,"respons_klasse":"SlettetEnhet")"), "slettedato: is missing"},
      {"[1]", "is not a JSON object"},
      {"7", "is not a JSON object"},
      {"", "is not well-formed JSON"},
  };
  for (const Refused& example : cases) {
    const Outcome outcome = Read(example.text);
    EXPECT_FALSE(outcome.taken) << example.text;
    ASSERT_FALSE(outcome.problems.empty()) << example.text;
    EXPECT_EQ(outcome.problems.front(), example.problem) << example.text;
  }
}

TEST(RecordReader, RefusesBrokenJson) {
  for (const char* text : {"{", "{\"a\"}", "{\"organisasjonsnummer\":}", "{\"nytt\":nul}",
                           "{\"nytt\":[1,]}", "{\"nytt\":{\"a\":tru}}", "{'a':1}"}) {
    EXPECT_FALSE(Read(text).taken) << text;
  }
}

TEST(RecordReader, ListsEveryProblemOfARecord) {
  const Outcome outcome = Read(Record(R"(,"konkurs":1,"stiftelsesdato":"x","antallAnsatte":"7")"));
  EXPECT_EQ(outcome.problems.size(), 3U);
}

TEST(RecordReader, ReadsVersion1) {
  const Outcome outcome = Read(Record(
      R"(,"naeringskode1":{"beskrivelse":"x","kode":"62.010"},"naeringskode2":{"kode":"70.100","hjelpeenhetskode":true},"antallAnsatte":0)"));
  ASSERT_TRUE(outcome.taken);
  EXPECT_EQ(outcome.unit.helper_unit.code, "70.100");
  EXPECT_EQ(outcome.unit.has_employees, false);
}

}  // namespace
}  // namespace orgreg::records
