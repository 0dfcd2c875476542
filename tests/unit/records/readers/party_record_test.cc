// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/party_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "unit/records/read_supplement.h"

namespace orgreg::records {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kWhole =
    R"({"organisasjonsnummer":"312400219","navn":"PRØVEPARTIET","organisasjonsform":)"
    R"({"kode":"PARTI"},"postadresse":{"land":"Norge","landkode":"NO","postnummer":"0101",)"
    R"("poststed":"OSLO","adresse":["Postboks 1"],"kommune":"OSLO","kommunenummer":"0301"},)"
    R"("forretningsadresse":{"land":"Norge","postnummer":"0150","adresse":["Gata 1","2. etg"],)"
    R"("kommune":"OSLO","kommunenummer":"0301"}})";

constexpr std::string_view kLine =
    "\"312400219\",\"PRØVEPARTIET\",\"PARTI\",\"Gata 1\n2. etg\",\"0150\",\"0301\",\"OSLO\","
    "\"Norge\",\"Postboks 1\",\"0101\",\"OSLO\",\"Norge\"\n";

ReadResult Read(std::string_view text) { return ReadAs(model::Kind::kParty, text); }

std::string And(std::string_view members) {
  return R"({"organisasjonsnummer":"312400219","navn":"P","organisasjonsform":{"kode":"PARTI"},)" +
         std::string(members) + "}";
}

TEST(ReadParty, ReadsStoredEntries) {
  const ReadResult result = Read(kWhole);
  EXPECT_TRUE(result.is_taken);
  EXPECT_EQ(result.read.number, base::OrgNumber(312400219));
  EXPECT_EQ(result.read.body, kWhole);
  EXPECT_THAT(result.unknown, IsEmpty());
}

TEST(ReadParty, NamesTheMemberThatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"navn":"P","organisasjonsform":{"kode":"PARTI"}})", "organisasjonsnummer: is missing"},
      {R"({"organisasjonsnummer":"312400219","organisasjonsform":{"kode":"PARTI"}})",
       "navn: is missing"},
      {R"({"organisasjonsnummer":"312400219","navn":"P"})", "organisasjonsform.kode: is missing"},
      {And(R"("navn":7)"), "navn: is not text"},
      {And(R"("organisasjonsform":"PARTI")"), "organisasjonsform: is not an object"},
      {And(R"("forretningsadresse":[])"), "forretningsadresse: is not an object"},
      {And(R"("forretningsadresse":{"adresse":"Gata 1"})"),
       "forretningsadresse.adresse: is not a list of texts"},
      {And(R"("postadresse":{"postnummer":150})"), "postadresse.postnummer: is not text"},
      {And(R"("slettedato":"2026-01-01")"),
       "slettedato: a party that was struck off has no place among the others"},
  };
  for (const auto& [text, problem] : cases) {
    const ReadResult result = Read(text);
    EXPECT_FALSE(result.is_taken) << text;
    EXPECT_THAT(result.problems, ElementsAre(problem)) << text;
  }
}

TEST(ReadParty, ReportsUnknownMembersAndDropsThem) {
  const ReadResult result =
      Read(And(R"("konkurs":false,"ny":1,"postadresse":{"ny":1},"_links":{},"hjemmeside":"x.no")"));
  EXPECT_TRUE(result.is_taken);
  EXPECT_EQ(result.read.body,
            R"({"organisasjonsnummer":"312400219","navn":"P","organisasjonsform":)"
            R"({"kode":"PARTI"}})");
  EXPECT_THAT(result.unknown,
              testing::UnorderedElementsAre("konkurs", "hjemmeside", "ny", "postadresse.ny"));
}

struct RowResult {
  bool is_taken = false;
  Supplement read = {};
  std::vector<std::string> problems = {};
};

RowResult ReadRow(std::span<const std::string_view> cells) {
  RowResult result;
  Problems problems;
  result.is_taken = ReadPartyRow(cells, &result.read, &problems);
  result.problems = TextsOf(problems);
  return result;
}

constexpr std::array<std::string_view, 12> kCells = {
    "312400219",  "PRØVEPARTIET", "PARTI", "Gata 1\r\n2. etg",
    "0150",       "0301",         "OSLO",  "Norge",
    "Postboks 1", "0101",         "OSLO",  "Norge"};

TEST(ReadPartyRow, TakesCellsByTheirPlace) {
  const RowResult result = ReadRow(kCells);
  EXPECT_TRUE(result.is_taken);
  EXPECT_EQ(result.read.number, base::OrgNumber(312400219));
  const std::string_view stored = result.read.body;
  IndexedSupplement indexed;
  ASSERT_TRUE(IndexAs(model::Kind::kParty, stored, base::OrgNumber(312400219), &indexed));
  EXPECT_EQ(indexed.columns.cells, kLine);
}

TEST(ReadPartyRow, TakesAnEmptyCellForAnAbsentValue) {
  std::array<std::string_view, 12> cells = {"312400219", "P", "PARTI"};
  EXPECT_EQ(ReadRow(cells).read.body,
            R"({"organisasjonsnummer":"312400219","navn":"P","organisasjonsform":)"
            R"({"kode":"PARTI"}})");
}

TEST(ReadPartyRow, NamesTheCellThatIsWrong) {
  const std::vector<std::pair<std::pair<std::size_t, std::string>, std::string>> cases = {
      {{0, ""}, "organisasjonsnummer: is missing"},
      {{0, "organisasjonsnummer"}, "organisasjonsnummer: is not nine digits"},
      {{0, "31240021"}, "organisasjonsnummer: is not nine digits"},
      {{1, ""}, "navn: is missing"},
      {{1, "\xff"}, "navn: is not UTF-8"},
      {{2, ""}, "organisasjonsform.kode: is missing"},
      {{3, "Gata \xc3"}, "forretningsadresse.adresse: is not UTF-8"},
      {{11, "\x80"}, "postadresse.land: is not UTF-8"},
  };
  for (const auto& [change, problem] : cases) {
    std::array<std::string_view, 12> cells = kCells;
    cells[change.first] = change.second;
    const RowResult result = ReadRow(cells);
    EXPECT_FALSE(result.is_taken) << problem;
    EXPECT_THAT(result.problems, ElementsAre(problem));
  }
}

TEST(ReadPartyRow, WantsTwelveCells) {
  EXPECT_THAT(ReadRow(std::span(kCells).first(11)).problems, ElementsAre("has 11 cells, not 12"));
  EXPECT_FALSE(ReadRow({}).is_taken);
}

TEST(IndexParty, RendersTheLineOfTheFile) {
  const std::string_view stored = kWhole;
  IndexedSupplement indexed;
  ASSERT_TRUE(IndexAs(model::Kind::kParty, stored, base::OrgNumber(312400219), &indexed));
  EXPECT_EQ(indexed.columns.cells, kLine);
  EXPECT_THAT(indexed.keys, IsEmpty());
}

TEST(IndexParty, ReportsUnreadableEntriesAsCorrupt) {
  IndexedSupplement indexed;
  for (const char* text : {"{}", R"({"organisasjonsnummer":"312400210"})",
                           R"({"organisasjonsnummer":"312400219","navn":{}})"}) {
    const std::string_view stored = text;
    const base::Status status =
        IndexAs(model::Kind::kParty, stored, base::OrgNumber(312400219), &indexed);
    ASSERT_FALSE(status) << text;
    EXPECT_EQ(status.error().code, base::Code::kCorrupt);
  }
}

}  // namespace
}  // namespace orgreg::records
