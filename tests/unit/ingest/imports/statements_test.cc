// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/statements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "formats/pack/gzip.h"
#include "model/statements/fields.h"
#include "render/statements/body.h"
#include "unit/ingest/bulk_text.h"
#include "unit/model/statements/kept_filings.h"
#include "unit/records/in_store.h"

namespace orgreg::ingest {
namespace {

using model::Kind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using State = StatementImportReport::State;

constexpr const char* kSample = ORGREG_TEST_DATA "/statements/20250603040015-masse.xml";
const std::string kNumber = "314159268";

std::string TextOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A statement in our own form.
std::string Own(int id, const std::string& more = "", const std::string& number = kNumber) {
  return R"({"id":)" + std::to_string(id) +
         R"(,"journalnr":"1","regnskapstype":"SELSKAP","virksomhet":{"organisasjonsnummer":")" +
         number +
         R"("},"regnskapsperiode":{"fraDato":"2024-01-01","tilDato":"2024-12-31"},)"
         R"("oppstillingsplan":"store")" +
         more + "}";
}

class ImportStatementsTest : public records::StoredRegister {
 protected:
  std::string Write(const std::string& name, const std::string& text) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  StatementImportReport Load(const std::string& path) {
    auto report = ImportStatements(register_.get(), {.file = path});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : StatementImportReport();
  }
  StatementImportReport LoadText(const std::string& name, const std::string& text) {
    return Load(Write(name, text));
  }
  StatementImportReport LoadAgain(const std::string& name, const std::string& text) {
    auto report = ImportStatements(register_.get(), {.file = Write(name, text), .again = true});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : StatementImportReport();
  }
  // Checks that nothing is stored, and returns why.
  base::Error Refused(const std::string& name, const std::string& text, bool strict = false) {
    const std::int64_t before = Position();
    const auto report =
        ImportStatements(register_.get(), {.file = Write(name, text), .strict = strict});
    EXPECT_FALSE(report) << text.substr(0, 200);
    EXPECT_EQ(Position(), before);
    return report ? base::Error() : report.error();
  }
  model::Filings Stored(const std::string& number = kNumber) const {
    const auto row = (*store_->Read())->Find(model::Kind::kStatements, records::Number(number));
    model::Filings filings;
    if (!*row || (*row)->body.empty()) return filings;
    std::string body = (*row)->body;
    body.reserve(body.size() + records::RecordReader::kPadding);
    records::Problems problems;
    std::vector<std::string> unknown;
    EXPECT_TRUE(records::StatementReader().ReadFilings(body, &filings, &problems, &unknown));
    return filings;
  }
  std::vector<int> Ids(const std::string& number = kNumber) const {
    std::vector<int> ids;
    for (const model::Statement& filing : Stored(number).statements) ids.push_back(filing.id);
    return ids;
  }
  std::vector<std::string> Names() {
    auto view = register_->Read();
    return *LoadedBulkFiles(&*view);
  }
};

TEST_F(ImportStatementsTest, TheReferencesFileBecomesTheReferencesAnswer) {
  // The id before the first one that the file gets.
  LoadText("own.json", Own(20408, "", "974760673"));
  const StatementImportReport report = Load(kSample);
  EXPECT_EQ(report.read, 4U);
  EXPECT_EQ(report.bad, 0U);
  EXPECT_EQ(report.filings.added, 4U);
  EXPECT_THAT(Ids(), ElementsAre(20409, 20410, 20411, 20412));
  const model::KeptFilings stored(Stored());
  std::string served;
  render::AppendStatementList(render::StatementFormat::kJson,
                              model::SelectStatements(stored, {}).statements, {}, &served);
  std::string wanted = TextOf(ORGREG_TEST_DATA "/statement-forms/sample/list.json");
  EXPECT_EQ(served, wanted.erase(wanted.find_last_not_of('\n') + 1));
}

TEST_F(ImportStatementsTest, ABulkFileIsLoadedOnce) {
  Load(kSample);
  const std::int64_t before = Position();
  EXPECT_EQ(Load(kSample).state, State::kRepeated);
  EXPECT_EQ(LoadText("20250603040015-masse.xml", Bulk(Part(Head()))).state, State::kNameTaken);
  std::string packed;
  formats::GzipCompress(TextOf(kSample), &packed);
  EXPECT_EQ(LoadText("20250603040015-masse.xml.gz", packed).state, State::kRepeated);
  EXPECT_EQ(Position(), before);
  EXPECT_EQ(Ids().size(), 4U);
}

// A part with its own journal number.
std::string PartOf(const std::string& journal, const std::string& more = "",
                   const std::string& number = kNumber) {
  std::string head = Head(number, more);
  const std::string before = "2025104233";
  return Part(head.replace(head.find(before), before.size(), journal));
}

TEST_F(ImportStatementsTest, AFileThatIsLoadedAgainReplacesItsFilings) {
  LoadText("before.xml", Bulk(PartOf("2") + PartOf("9")));
  LoadText("a.xml", Bulk(PartOf("1") + PartOf("2") + PartOf("3") + PartOf("4", "", "974760673")));
  EXPECT_THAT(Ids(), ElementsAre(1, 2, 3, 4, 5));
  LoadText("after.json", Own(7));
  const StatementImportReport report =
      LoadAgain("a.xml", Bulk(PartOf("2", Element("orgform", "AS")) + PartOf("3") + PartOf("5")));
  EXPECT_EQ(report.filings.replaced, 1U);
  EXPECT_EQ(report.filings.unchanged, 1U);
  EXPECT_EQ(report.filings.added, 1U);
  EXPECT_EQ(report.filings.deleted, 2U);
  EXPECT_FALSE(report.is_earlier_unknown);
  // 3 and 6 are gone, 4 and 5 stay in their places, and filings of other files are unchanged.
  EXPECT_THAT(Ids(), ElementsAre(1, 2, 4, 5, 7, 8));
  EXPECT_THAT(Ids("974760673"), IsEmpty());
  EXPECT_THAT(Names(), ElementsAre("a.xml", "before.xml"));
  EXPECT_TRUE(store_->Check());
  // The content is now the new one.
  EXPECT_EQ(LoadText("a.xml", Bulk(PartOf("1"))).state, State::kNameTaken);
}

TEST_F(ImportStatementsTest, AFileMayBeLoadedAgainAnyNumberOfTimes) {
  const std::string first = Bulk(PartOf("1") + PartOf("2"));
  const std::string second = Bulk(PartOf("2") + PartOf("3"));
  LoadText("a.xml", first);
  for (int round = 0; round < 3; ++round) {
    LoadAgain("a.xml", second);
    EXPECT_EQ(Ids().size(), 2U);
    EXPECT_EQ(LoadText("a.xml", second).state, State::kRepeated);
    LoadAgain("a.xml", first);
    EXPECT_EQ(Ids().size(), 2U);
    EXPECT_EQ(LoadText("a.xml", first).state, State::kRepeated);
  }
  EXPECT_EQ(LoadAgain("a.xml", first).filings.unchanged, 2U);
  EXPECT_TRUE(store_->Check());
}

TEST_F(ImportStatementsTest, TwoPartsOfAJournalNumberDoNotShareAPlaceWhenLoadedAgain) {
  LoadText("a.xml", Bulk(PartOf("1") + PartOf("1", Element("orgform", "AS"))));
  const std::size_t before = Ids().size();
  LoadAgain("a.xml", Bulk(PartOf("1", Element("orgform", "ASA")) + PartOf("1")));
  EXPECT_EQ(Ids().size(), before);
}

// Parts with the same journal number and type differ in their content.
TEST_F(ImportStatementsTest, UnchangedFilingsKeepTheirPlaceWhenAFileIsLoadedAgain) {
  LoadText("a.xml", Bulk(PartOf("1", Element("orgform", "AS")) + PartOf("1")));
  const StatementImportReport report = LoadAgain("a.xml", Bulk(PartOf("1")));
  EXPECT_EQ(report.filings.unchanged, 1U);
  EXPECT_EQ(report.filings.deleted, 1U);
  EXPECT_THAT(Ids(), ElementsAre(2));
}

TEST_F(ImportStatementsTest, AFileOfANewNameIsLoadedAgainAsAnyOther) {
  EXPECT_EQ(LoadAgain("a.xml", Bulk(PartOf("1"))).filings.added, 1U);
  EXPECT_THAT(Names(), ElementsAre("a.xml"));
}

// A store of an earlier version has no record of a file's filings.
TEST_F(ImportStatementsTest, WithoutANoteOnlyTheSameJournalNumbersAreReplaced) {
  LoadText("a.xml", Bulk(PartOf("1") + PartOf("2")));
  ASSERT_TRUE(store_->PutNote("statements a.xml", ""));
  const StatementImportReport report =
      LoadAgain("a.xml", Bulk(PartOf("2", Element("orgform", "AS")) + PartOf("3")));
  EXPECT_TRUE(report.is_earlier_unknown);
  EXPECT_EQ(report.filings.replaced, 1U);
  EXPECT_EQ(report.filings.deleted, 0U);
  EXPECT_THAT(Ids(), ElementsAre(1, 2, 3));
  // Now it is known.
  EXPECT_FALSE(LoadAgain("a.xml", Bulk(PartOf("3"))).is_earlier_unknown);
  EXPECT_THAT(Ids(), ElementsAre(1, 3));
}

TEST_F(ImportStatementsTest, StoresNothingOfAFileWithoutAGoodRecord) {
  const std::int64_t before = Position();
  EXPECT_EQ(LoadText("a.xml", Bulk(Part("") + Part(""))).state, State::kNoneTaken);
  const StatementImportReport entities = LoadText(
      "a.json", R"({"organisasjonsnummer":"312300028","registrertIForetaksregisteret":true})");
  EXPECT_EQ(entities.state, State::kNoneTaken);
  EXPECT_EQ(entities.seems, Kind::kEntity);
  EXPECT_EQ(Position(), before);
  EXPECT_THAT(Names(), IsEmpty());
}

TEST_F(ImportStatementsTest, BulkFilesThatWereLoadedAreNamedInOrder) {
  EXPECT_THAT(Names(), IsEmpty());
  LoadText("2025b.xml", Bulk(Part(Head())));
  LoadText("2025a.xml", Bulk(""));
  LoadText("own.json", Own(1));
  EXPECT_THAT(Names(), ElementsAre("2025a.xml", "2025b.xml"));
}

TEST_F(ImportStatementsTest, IdsRiseOverAllOrganisations) {
  LoadText("a.xml", Bulk(Part(Head("974760673")) + Part(Head())));
  LoadText("b.xml", Bulk(Part(Head()) + Part(Head("974760673"))));
  EXPECT_THAT(Ids("974760673"), ElementsAre(1, 4));
  EXPECT_THAT(Ids(), ElementsAre(2, 3));
}

TEST_F(ImportStatementsTest, TheIdOfABadPartIsGivenToTheNext) {
  const StatementImportReport report =
      LoadText("a.xml", Bulk(Part("") + Part(Head()) + Part(Head("x"))));
  EXPECT_EQ(report.bad, 2U);
  EXPECT_THAT(report.bad_records.front(), HasSubstr("a.xml: line 4, record 1: orgnr: is missing"));
  EXPECT_THAT(Ids(), ElementsAre(1));
}

TEST_F(ImportStatementsTest, AnIdNearTheEndOfTheRangeBlocksNoLaterFile) {
  for (const int last : {2147483647, 2147483646}) {
    LoadText("own.json", Own(20408, "", "974760673") + Own(last));
    const std::string name = std::to_string(last);
    LoadText(name + "a.xml", Bulk(Part(Head("312300028")) + Part(Head("312300028"))));
    LoadText(name + "b.xml", Bulk(Part(Head("312300028"))));
  }
  EXPECT_THAT(Ids("312300028"), ElementsAre(20409, 20410, 20411, 20412, 20413, 20414));
  EXPECT_THAT(Ids(), ElementsAre(2147483646, 2147483647));
}

TEST_F(ImportStatementsTest, AnIdIsNeverGivenTwice) {
  LoadText("own.json", Own(1) + Own(1000000000, "", "974760673") + Own(2147483647));
  LoadText("a.xml", Bulk(Part(Head("312300028"))));
  EXPECT_THAT(Ids("312300028"),
              ElementsAre(1000000001));  // The longer of the two runs.
}

TEST_F(ImportStatementsTest, PartsAreMergedWithOrWithoutAPartName) {
  const std::string balance = Element("regnskap_dokumenttype", "BAL");
  LoadText("a.xml", Bulk(Part(Head() + Account("172", "+5")) + Part(Head() + Account("219", ".5")) +
                         Part(Head("314159268", balance) + Account("206", "-0"))));
  const model::KeptFilings stored(Stored());
  const model::Selection selection = model::SelectStatements(stored, {});
  ASSERT_EQ(selection.statements.size(), 1U);
  const model::ServedStatement& merged = selection.statements.front();
  EXPECT_EQ(merged.texts[model::kStatementPlaces.id], "3");
  EXPECT_EQ(merged.At(model::StatementAmount::kResultOfYear), "5.00");
  EXPECT_EQ(merged.At(model::StatementAmount::kAssets), "0.50");
  EXPECT_EQ(merged.At(model::StatementAmount::kGoodwill), "0.00");
}

TEST_F(ImportStatementsTest, ATextThatLooksLikeAnIdIsNone) {
  LoadText("a.xml", Bulk(Part(Head("314159268", Element("orgform", "\"id\":99")))));
  LoadText("b.xml", Bulk(Part(Head())));
  EXPECT_THAT(Ids(), ElementsAre(1, 2));
}

TEST_F(ImportStatementsTest, AddsToExistingFilings) {
  LoadText("a.json", Own(5, R"(,"valuta":"NOK")"));
  const StatementImportReport report =
      LoadText("b.json", Own(7) + "\n" + Own(5, R"(,"valuta":"USD")") + "\n" + Own(7));
  EXPECT_EQ(report.filings.added, 1U);
  EXPECT_EQ(report.filings.replaced, 1U);
  EXPECT_EQ(report.filings.unchanged, 1U);
  EXPECT_THAT(Ids(), ElementsAre(5, 7));
  EXPECT_EQ(Stored().statements.front().currency, "USD");
}

TEST_F(ImportStatementsTest, ChangesAreLogged) {
  LoadText("a.json", Own(1));
  EXPECT_THAT(Log(Kind::kStatements), IsEmpty());  // A bulk load.
  LoadText("b.json", Own(2) + Own(3, "", "974760673") + Own(4));
  EXPECT_THAT(Log(Kind::kStatements), ElementsAre("1 Endring 314159268", "2 Ny 974760673"));
  LoadText("c.json", Own(4));
  EXPECT_EQ(Log(Kind::kStatements).size(), 2U);
  EXPECT_TRUE(store_->Check());
}

TEST_F(ImportStatementsTest, ManyFilingsAreWrittenInParts) {
  std::string parts;
  const int count = 9000;
  for (int i = 0; i < count; ++i) parts += Part(Head(std::to_string(310000000 + i % 50)));
  EXPECT_EQ(LoadText("a.xml", Bulk(parts)).filings.added, 9000U);
  EXPECT_EQ(LoadText("b.xml", Bulk(parts)).filings.added, 9000U);
  EXPECT_EQ(Ids("310000007").size(), 2U * count / 50);
  EXPECT_TRUE(std::ranges::is_sorted(Ids("310000007")));
  EXPECT_TRUE(store_->Check());
}

TEST_F(ImportStatementsTest, OrganisationsThatAreRemovedAreLeftOut) {
  LoadText("a.json", Own(1));
  records::OperationMaker maker;
  const std::string entity = records::LiveText(kNumber, "A");
  ASSERT_TRUE(
      register_->Apply({.operations = {*maker.Make(records::Action::kUpsert, Kind::kEntity,
                                                   records::UnitOf(Kind::kEntity, entity))}}));
  ASSERT_TRUE(register_->Apply({.operations = {{.action = records::Action::kRemove,
                                                .number = records::Number(kNumber),
                                                .day = records::Day("2026-08-01")}}}));
  EXPECT_THAT(Stored().statements, IsEmpty());
  EXPECT_EQ(LoadText("b.json", Own(2)).filings.kept_removed, 1U);
  EXPECT_THAT(Stored().statements, IsEmpty());
}

TEST_F(ImportStatementsTest, BadRecordsOfOurOwnAreLeftOut) {
  const StatementImportReport report = LoadText(
      "a.json", Own(1) + "\n{\"id\":2}\n" + Own(0) + "\nnull\n{broken}\n" + Own(3, ",\"ny\":1"));
  EXPECT_EQ(report.read, 6U);
  EXPECT_EQ(report.bad, 4U);
  EXPECT_EQ(report.bad_records.size(), 4U);
  EXPECT_THAT(Ids(), ElementsAre(1, 3));
  EXPECT_EQ(report.unknown_members.at("ny"), 1U);
}

TEST_F(ImportStatementsTest, StrictStopsAtTheFirstBadRecord) {
  EXPECT_THAT(Refused("a.json", Own(1) + "\n{}", true).message, HasSubstr("record 2"));
  EXPECT_THAT(Refused("a.xml", Bulk(Part(Head()) + Part("")), true).message, HasSubstr("record 2"));
  EXPECT_THAT(Names(), IsEmpty());
}

TEST_F(ImportStatementsTest, AFileThatIsCutOffStoresNothing) {
  const std::string whole = TextOf(kSample);
  for (const std::size_t bytes : {whole.size() / 3, whole.size() - 3}) {
    EXPECT_EQ(Refused("a.xml", whole.substr(0, bytes)).code, base::Code::kCorrupt);
  }
  EXPECT_EQ(Refused("a.json", "[" + Own(1) + ",").code, base::Code::kCorrupt);
  // The same name may come again with the same content.
  EXPECT_EQ(LoadText("a.xml", whole).filings.added, 4U);
}

TEST_F(ImportStatementsTest, RejectsOtherFiles) {
  for (const std::string& text : {std::string(), std::string("  \n"), std::string("csv;file"),
                                  std::string("\xFF\xFE<\0a\0", 6), std::string("<deler/><deler/>"),
                                  std::string("<deler/>x"), std::string("<html/>")}) {
    EXPECT_EQ(Refused("a.xml", text).code, base::Code::kInvalid) << text;
  }
}

TEST_F(ImportStatementsTest, ABulkFileMustHaveAName) {
  const std::string long_name(140, 'a');
  for (const std::string& name : {std::string("a b.xml"), std::string("\xC3\xA6.xml"), long_name}) {
    EXPECT_EQ(Refused(name, Bulk("")).code, base::Code::kInvalid) << name;
  }
}

TEST_F(ImportStatementsTest, AFileThatIsNotThereIsAnError) {
  EXPECT_FALSE(ImportStatements(register_.get(), {.file = folder_ + "/nothing"}));
}

}  // namespace
}  // namespace orgreg::ingest
