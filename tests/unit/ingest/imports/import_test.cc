// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/import.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "formats/pack/gzip.h"
#include "render/record_json.h"
#include "store/sqlite/store.h"

namespace orgreg::ingest {
namespace {

class ImportTest : public ::testing::Test {
 protected:
  ImportTest() : folder_(::testing::TempDir() + "import_test_" + std::to_string(getpid())) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    auto store = store::OpenSqlite(folder_ + "/store", store::OpenMode::kReadWriteCreate);
    store_ = std::move(store).value();
    register_ = std::make_unique<records::Register>(store_.get());
  }
  ~ImportTest() override { std::filesystem::remove_all(folder_); }

  base::Result<ImportReport> ImportText(const std::string& text, bool strict = false,
                                        model::Kind kind = model::Kind::kEntity) {
    const std::string path = folder_ + "/file";
    std::ofstream(path, std::ios::binary) << text;
    return Import(register_.get(),
                  {.load = {.kind = kind, .today = *base::Date::Parse("2026-08-01")},
                   .files = {path},
                   .strict = strict});
  }

  // The stored records as they are served, without links.
  std::vector<std::string> Stored(model::Kind kind = model::Kind::kEntity) {
    std::vector<std::string> records;
    EXPECT_TRUE(register_->Read()->Scan(kind, [&](const model::Unit& unit) -> base::Status {
      render::AppendRecord(kind, unit, model::Form::kServed, &records.emplace_back());
      return {};
    }));
    return records;
  }

  std::string folder_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<records::Register> register_;
};

std::string Record(const char* number, const char* name, const char* form = "AS") {
  return std::string(R"({"organisasjonsnummer":")") + number + R"(","navn":")" + name +
         R"(","organisasjonsform":{"kode":")" + form + R"("}})";
}

TEST_F(ImportTest, ReadsArraysLinesAndPackedFilesAlike) {
  const std::string first = Record("312300028", "A");
  const std::string second = Record("312306018", "B");
  const std::string array = "[\n" + first + ",\n" + second + "\n]\n";
  std::string packed;
  formats::GzipCompress(array, &packed);
  for (const std::string& text :
       {array, first + "\n" + second + "\n", "[" + first + "," + second + "]", packed,
        "\xEF\xBB\xBF" + array}) {
    const auto report = ImportText(text);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->read, 2U);
    EXPECT_EQ(Stored().size(), 2U);
  }
}

TEST_F(ImportTest, ReportsBadRecordsAndLoadsTheOthers) {
  const auto report = ImportText("[" + Record("312300028", "A") + ",\n" +
                                 R"({"organisasjonsnummer":"1","navn":7})" + ",\n" +
                                 Record("312306018", "B") + "]");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->read, 3U);
  EXPECT_EQ(report->bad, 1U);
  EXPECT_EQ(report->loaded.added, 2U);
  ASSERT_EQ(report->bad_records.size(), 1U);
  EXPECT_NE(report->bad_records[0].find("line 2, record 2: "), std::string::npos)
      << report->bad_records[0];
  EXPECT_NE(report->bad_records[0].find("navn: is not text"), std::string::npos)
      << report->bad_records[0];
}

// Other odd values are kept; a name that is too long for a cell of a spreadsheet is not.
TEST_F(ImportTest, TakesNoRecordWithANameLongerThanACell) {
  const std::string longest(32'767, 'N');
  const auto report = ImportText("[" + Record("312300028", longest.c_str()) + ",\n" +
                                 Record("312306018", (longest + "N").c_str()) + "]");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->loaded.added, 1U);
  EXPECT_EQ(report->bad, 1U);
  EXPECT_TRUE(report->odd_values.empty());
  ASSERT_EQ(report->bad_records.size(), 1U);
  const std::string& reported = report->bad_records[0];
  EXPECT_NE(reported.find("navn: is longer than 32767 characters"), std::string::npos);
  EXPECT_LT(reported.size(), 1000U);
}

TEST_F(ImportTest, MakesAComplaintOnceAndCountsTheOthers) {
  std::string lines = Record("312300028", "A") + "\n";
  for (int at = 0; at < 20; ++at)
    lines += R"({"organisasjonsnummer":"1","navn":7})"
             "\n";
  lines += R"({"organisasjonsnummer":"312306018"})"
           "\n";
  const auto report = ImportText(lines);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->bad, 21U);
  ASSERT_EQ(report->bad_records.size(), 3U);
  EXPECT_NE(report->bad_records[0].find("line 2, record 2: "), std::string::npos);
  EXPECT_EQ(report->bad_records[1].find("… and 19 more like it: line 3, record 3; line 4"), 0U)
      << report->bad_records[1];
  EXPECT_NE(report->bad_records[2].find("line 22, record 22: "), std::string::npos);
}

TEST_F(ImportTest, StoresNothingIfNoRecordIsGood) {
  const auto report = ImportText(R"([{"organisasjonsnummer":"1"},{}])");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_none_taken);
  EXPECT_EQ(report->seems, std::nullopt);
  EXPECT_EQ(store_->Position()->value, 0);
}

// Records of another kind are recognised by their members or, for units, by their organisation
// form.
TEST_F(ImportTest, RecognisesAFileOfAnotherKind) {
  using model::Kind;
  const std::string number = R"({"organisasjonsnummer":"312300028",)";
  const std::string unit = number + R"("navn":"A","organisasjonsform":{"kode":")";
  const std::string entity = unit + R"(AS"},"registrertIForetaksregisteret":true})";
  const std::string sub_entity = unit + R"(BEDR"},"beliggenhetsadresse":{"land":"Norge"}})";
  const std::string deleted = unit + R"(AAFY"},"slettedato":"2024-03-09"})";
  const std::string roles = number + R"("rollegrupper":[]})";
  const std::string units = number + R"("matrikkelenheter":[]})";
  const std::string voluntary = number + R"("icnpoKategorier":[]})";
  const std::string csv = "organisasjonsnummer,navn,organisasjonsform.kode\n312300028,A,BEDR\n";
  const struct {
    Kind asked;
    std::string text;
    Kind seems;
  } cases[] = {
      {Kind::kEntity, sub_entity, Kind::kSubEntity}, {Kind::kEntity, deleted, Kind::kSubEntity},
      {Kind::kEntity, csv, Kind::kSubEntity},        {Kind::kSubEntity, entity, Kind::kEntity},
      {Kind::kEntity, roles, Kind::kRoles},          {Kind::kSubEntity, units, Kind::kCadastral},
      {Kind::kRoles, entity, Kind::kEntity},         {Kind::kRoles, voluntary, Kind::kVoluntary},
      {Kind::kVoluntary, roles, Kind::kRoles},       {Kind::kParty, entity, Kind::kEntity},
      {Kind::kCadastral, entity, Kind::kEntity},     {Kind::kParty, roles, Kind::kRoles},
  };
  for (const auto& wrong : cases) {
    const auto report = ImportText(wrong.text, false, wrong.asked);
    ASSERT_TRUE(report) << wrong.text << report.error().message;
    EXPECT_TRUE(report->is_none_taken) << wrong.text;
    EXPECT_EQ(report->seems, wrong.seems) << wrong.text;
  }
  EXPECT_EQ(store_->Position()->value, 0);
}

TEST_F(ImportTest, AcceptsAFileInWhichAFewRecordsSeemToBeOfAnotherKind) {
  const auto report = ImportText(Record("312300028", "A") + "\n" + Record("312306018", "B") + "\n" +
                                 Record("312307014", "C", "BEDR") + "\n");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(report->is_none_taken);
  EXPECT_EQ(Stored().size(), 3U);
}

TEST_F(ImportTest, StopsAtTheFirstBadRecordWhenStrict) {
  const auto report = ImportText("[" + Record("312300028", "A") + ",{}]", true);
  ASSERT_FALSE(report);
  EXPECT_TRUE(Stored().empty());
}

TEST_F(ImportTest, LeavesTheStoreAsItWasWhenAFileIsBroken) {
  ASSERT_TRUE(ImportText(Record("312300028", "FØR")));
  const std::string array =
      "[" + Record("312300028", "ETTER") + "," + Record("312306018", "B") + "]";
  std::string packed;
  formats::GzipCompress(array, &packed);
  const std::string cases[] = {array.substr(0, array.size() - 1),
                               array.substr(0, array.size() - 9),
                               packed.substr(0, packed.size() - 3),
                               packed.substr(0, 20),
                               array + "x",
                               "",
                               "   ",
                               "Not a register.\n"};
  for (const std::string& text : cases) {
    EXPECT_FALSE(ImportText(text)) << text;
    EXPECT_EQ(
        Stored(),
        (std::vector<std::string>{
            R"({"organisasjonsnummer":"312300028","navn":"FØR","organisasjonsform":{"kode":"AS","beskrivelse":"Aksjeselskap"},"respons_klasse":"Enhet"})"}))
        << text;
  }
  EXPECT_FALSE(Import(register_.get(), {.files = {folder_ + "/missing"}}));
}

TEST_F(ImportTest, CountsUnknownMembersOncePerName) {
  const auto report = ImportText(
      R"([{"organisasjonsnummer":"312300028","navn":"A","organisasjonsform":{"kode":"AS","ny":1},"nytt":[]},)"
      R"({"organisasjonsnummer":"312306018","navn":"B","organisasjonsform":{"kode":"AS"},"nytt":{}}])");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->bad, 0U);
  EXPECT_EQ(report->unknown_members,
            (std::map<std::string, std::uint64_t>{{"nytt", 2}, {"organisasjonsform.ny", 1}}));
}

TEST_F(ImportTest, NeverShowsARemovedRecordAgain) {
  ASSERT_TRUE(ImportText(R"({"organisasjonsnummer":"312300028","slettedato":"2024-03-09"})"));
  const auto report = ImportText(Record("312300028", "A"));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->loaded.kept_removed, 1U);
  EXPECT_EQ(Stored(), (std::vector<std::string>{
                          R"({"organisasjonsnummer":"312300028","slettedato":"2024-03-09"})"}));
}

// An inventory of records 312300000 and so on.
std::string Inventory(int size, const std::string& more = "") {
  std::string lines;
  for (int at = 0; at < size; ++at) {
    lines += Record(std::to_string(312'300'000 + at).c_str(), "A") + "\n";
  }
  return lines + more;
}

TEST_F(ImportTest, DeletesRecordsThatANewerInventoryLacks) {
  ASSERT_TRUE(ImportText(Inventory(100)));
  const auto report = ImportText(Inventory(99));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->loaded.deleted, 1U);
  EXPECT_NE(Stored().back().find(R"("slettedato":"2026-08-01")"), std::string::npos);
}

TEST_F(ImportTest, RefusesAnInventoryThatLacksTooMuch) {
  ASSERT_TRUE(ImportText(Inventory(100)));
  EXPECT_FALSE(ImportText(Inventory(90)));
  EXPECT_FALSE(ImportText("[]"));
  EXPECT_EQ(Stored().back().find("slettedato"), std::string::npos);
}

TEST_F(ImportTest, KeepsTheStoredRecordOfABadOne) {
  ASSERT_TRUE(ImportText(Inventory(100)));
  const auto named = ImportText(Inventory(99, R"({"organisasjonsnummer":"312300099","navn":7})"));
  ASSERT_TRUE(named) << named.error().message;
  EXPECT_EQ(named->bad, 1U);
  EXPECT_EQ(named->loaded.deleted, 0U);
  EXPECT_EQ(named->loaded.spared, 0U);
  const auto nameless = ImportText(Inventory(99, R"({"organisasjonsnummer":"x"})"));
  ASSERT_TRUE(nameless) << nameless.error().message;
  EXPECT_EQ(nameless->loaded.deleted, 0U);
  EXPECT_EQ(nameless->loaded.spared, 1U);
  const auto broken = ImportText(Inventory(99, "{\"organisasjons\n"));
  ASSERT_TRUE(broken) << broken.error().message;
  EXPECT_EQ(broken->loaded.spared, 1U);
}

TEST_F(ImportTest, KeepsTheStoredRecordOfABadCsvRow) {
  const std::string head = "organisasjonsnummer,navn,organisasjonsform.kode,konkurs\n";
  ASSERT_TRUE(ImportText(head + "312300028,A,AS,true\n312306018,B,AS,true\n"));
  const auto report = ImportText(head + "312300028,A,AS,true\n312306018,B,AS,ja\n");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->loaded.deleted + report->loaded.spared, 0U);
}

TEST_F(ImportTest, ReadsCsv) {
  const auto report = ImportText(
      "\"organisasjonsnummer\",\"navn\",\"organisasjonsform.kode\",\"postadresse.adresse\","
      "\"registreringsdatoenhetsregisteret\",\"antallAnsatte\","
      "\"paategninger\",\"kapital.belop\",\"konkurs\",\"ny\"\r\n"
      "\"312300028\",\"FJELL \"\"OG\"\" DAL\",\"AS\",\"Linje 1\nLinje "
      "2\",\"1995-03-12\",\"214\",\"NO\",\"100.00\",\"false\",\"ukjent\"\r\n"
      "\"312306018\",\"B\",\"AS\",\"\",\"\",\"\",\"YES\",\"\",\"\",\"\"\n");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->bad, 0U);
  EXPECT_EQ(
      Stored(),
      (std::vector<std::string>{
          R"({"organisasjonsnummer":"312300028","navn":"FJELL \"OG\" DAL","organisasjonsform":{"kode":"AS","beskrivelse":"Aksjeselskap"},"postadresse":{"adresse":["Linje 1","Linje 2"]},)"
          R"("registreringsdatoEnhetsregisteret":"1995-03-12","antallAnsatte":214,"harRegistrertAntallAnsatte":true,"konkurs":false,"paategninger":[],)"
          R"("kapital":{"belop":100.00},"ny":"ukjent","respons_klasse":"Enhet"})",
          R"({"organisasjonsnummer":"312306018","navn":"B","organisasjonsform":{"kode":"AS","beskrivelse":"Aksjeselskap"},"respons_klasse":"Enhet"})"}));
}

TEST_F(ImportTest, ReportsBadCells) {
  const auto report = ImportText(
      "organisasjonsnummer,navn,organisasjonsform.kode,konkurs\n"
      "312300028,A,AS,ja\n"
      "312306018,B,AS\n"
      "31230,C,AS,true\n"
      "312307014,\xFF,AS,true\n"
      "312302012,D,AS,true\n");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->bad, 4U);
  EXPECT_EQ(report->loaded.added, 1U);
  EXPECT_NE(report->bad_records[0].find("konkurs: is neither true nor false"), std::string::npos)
      << report->bad_records[0];
}

// Stored records must be readable, or the whole register could not be served.
TEST_F(ImportTest, RefusesColumnsThatWouldMeanSomethingElse) {
  const char* const head = "organisasjonsnummer,navn,organisasjonsform.kode,";
  for (const char* column : {"naeringskode1", "kapital", "links", "_links"}) {
    const auto report =
        ImportText(std::string(head) + column + "\n312300028,A,AS,x\n312306018,B,AS,\n");
    ASSERT_TRUE(report) << column;
    EXPECT_EQ(report->bad, 1U) << column;
  }
  EXPECT_EQ(Stored().size(), 1U);
  EXPECT_FALSE(ImportText(std::string(head) + "sl\xFF\n312300028,A,AS,x\n"));
  const auto wrong_class =
      ImportText(std::string(head) + "respons_klasse\n312300028,A,AS,Underenhet\n");
  ASSERT_TRUE(wrong_class);
  EXPECT_EQ(wrong_class->bad, 1U);
}

TEST_F(ImportTest, ReadsDeletedRecordsFromCsv) {
  ASSERT_TRUE(
      ImportText("organisasjonsnummer,navn,organisasjonsform.kode,slettedato,respons_"
                 "klasse\n312300028,A,AS,2024-03-09,SlettetEnhet\n"));
  EXPECT_EQ(
      Stored(),
      (std::vector<std::string>{
          R"({"organisasjonsnummer":"312300028","navn":"A","organisasjonsform":{"kode":"AS","beskrivelse":"Aksjeselskap"},"slettedato":"2024-03-09","respons_klasse":"SlettetEnhet"})"}));
}

TEST_F(ImportTest, ReadsTheColumnThatTheChangeHistoryNamesOtherwise) {
  const std::string head = "organisasjonsnummer,navn,organisasjonsform.kode,";
  for (const char* columns :
       {"registreringsnummerIHjemland\n312300028,A,UTLA,HRB 1\n",
        "registreringsnummerIHjemland,registreringsnummerIHjemlandet\n312300028,A,UTLA,X,HRB 1\n",
        "registreringsnummerIHjemlandet,registreringsnummerIHjemland\n312300028,A,UTLA,HRB "
        "1,X\n"}) {
    ASSERT_TRUE(ImportText(head + columns)) << columns;
    EXPECT_NE(Stored().front().find(R"("registreringsnummerIHjemlandet":"HRB 1",)"),
              std::string::npos)
        << Stored().front();
    EXPECT_EQ(Stored().front().find(R"("registreringsnummerIHjemland":)"), std::string::npos);
  }
}

TEST_F(ImportTest, RefusesCsvThatIsCutOff) {
  const std::string head = "\"organisasjonsnummer\",\"navn\",\"organisasjonsform.kode\"\n";
  const std::string first = "\"312300028\",\"A \"\"B\"\"\",\"AS\"\n";
  const std::string second = "\"312306018\",\"B\",\"AS\"\n";
  const std::string whole = head + first + second;
  const std::size_t begin = head.size() + first.size();
  for (std::size_t length = begin + 1; length + 1 < whole.size(); ++length)
    EXPECT_FALSE(ImportText(whole.substr(0, length))) << whole.substr(begin, length - begin);
  EXPECT_TRUE(Stored().empty());
  const auto report = ImportText(whole.substr(0, whole.size() - 1));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->loaded.added, 2U);
}

TEST_F(ImportTest, TakesOddValuesAndCountsThem) {
  const auto entity = [](const std::string& number, const std::string& more) {
    return R"({"organisasjonsnummer":")" + number +
           R"(","navn":"A","organisasjonsform":{"kode":"AS"},)" + more + "}\n";
  };
  const auto report = ImportText(
      entity("312300028", R"("postadresse":{"postnummer":"123"},"aktivitet":["a\r","b\r"])") +
      entity("312306018", R"("postadresse":{"postnummer":"1\n4"})") +
      entity("312307014", R"("organisasjonsform":{"kode":"XX"})"));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->bad, 0U);
  EXPECT_EQ(report->loaded.added, 3U);
  std::vector<std::string> reported;
  for (const auto& [what, odd] : report->odd_values)
    reported.push_back(what + " " + std::to_string(odd.count) + " " + odd.example);
  EXPECT_EQ(
      reported,
      (std::vector<std::string>{
          R"(aktivitet: holds a control character other than line feed and tab 2 312300028 has "a ")",
          R"(organisasjonsform.kode: is not a known organisation form 1 312307014 has "XX")",
          R"(postadresse.postnummer: is not four digits 2 312300028 has "123")"}));
  EXPECT_NE(Stored().front().find(R"("postnummer":"123")"), std::string::npos);
}

TEST_F(ImportTest, CountsOddCellsOfCsv) {
  const auto report = ImportText(
      "organisasjonsnummer,navn,organisasjonsform.kode,naeringskode1.kode\n312300028, ,AS,62010\n");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->odd_values.at("navn: is blank").count, 1U);
  EXPECT_EQ(report->odd_values.at("naeringskode1.kode: is not an industrial code").example,
            R"(312300028 has "62010")");
  const auto parties =
      ImportText(std::string("a,b,c,d,e,f,g,h,i,j,k,l\n") + "312400219,P,FLI,Gata 1,150,,,,,,,\n",
                 false, model::Kind::kParty);
  ASSERT_TRUE(parties) << parties.error().message;
  EXPECT_EQ(parties->odd_values.at("forretningsadresse.postnummer: is not four digits").count, 1U);
}

// A value of a role may be an identification number.
TEST_F(ImportTest, NamesNoValueOfARole) {
  const auto report = ImportText(
      R"({"organisasjonsnummer":"312300028","rollegrupper":[{"type":{"kode":"A\n"},"roller":[]},)"
      R"({"type":{"kode":"B\n"},"roller":[]}]})",
      false, model::Kind::kRoles);
  ASSERT_TRUE(report) << report.error().message;
  const OddValueCount& odd =
      report->odd_values.at("rollegrupper.type.kode: holds a control character");
  EXPECT_EQ(odd.count, 2U);
  EXPECT_EQ(odd.example, "312300028");
}

TEST_F(ImportTest, ReadsCellsWithEitherLineBreak) {
  ASSERT_TRUE(
      ImportText("organisasjonsnummer,navn,organisasjonsform.kode,postadresse.adresse\n312300028,A,"
                 "AS,\"L 1\r\nL 2\"\n"));
  EXPECT_NE(Stored().front().find(R"(["L 1","L 2"])"), std::string::npos);
}

TEST_F(ImportTest, ReportsASecondRecordOnALine) {
  const auto report = ImportText(Record("312300028", "A") + "\n" + Record("312306018", "B") + " " +
                                 Record("312307014", "C") + "\n");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->bad, 1U);
}

TEST_F(ImportTest, RejectsFilesThatBeginWithTooMuchWhiteSpace) {
  EXPECT_TRUE(ImportText(std::string(10'000, ' ') + "[" + Record("312300028", "A") + "]"));
  EXPECT_FALSE(ImportText(std::string(1'000'000, ' ') + "[]"));
}

TEST_F(ImportTest, RefusesCsvOfSomethingElse) {
  EXPECT_FALSE(ImportText("name,colour\nx,red\n"));
  EXPECT_FALSE(ImportText("\"organisasjonsnummer\",\"navn\"\n\"312300028\",\"A"));
}

TEST_F(ImportTest, KeepsTheTwoKindsApart) {
  ASSERT_TRUE(ImportText(Record("312300028", "A", "BEDR"), false, model::Kind::kSubEntity));
  EXPECT_TRUE(Stored(model::Kind::kEntity).empty());
  EXPECT_EQ(Stored(model::Kind::kSubEntity).size(), 1U);
}

constexpr std::string_view kPartyHeader =
    "\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"j\",\"k\",\"l\"\n";

TEST_F(ImportTest, ReadsPartiesByThePlaceOfTheirColumns) {
  const auto report =
      ImportText(std::string(kPartyHeader) + "312400219,P,FLI,\"Gata 1\n2. etg\",0150,,,,,,,\n",
                 true, model::Kind::kParty);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->loaded.added, 1U);
  std::string body;
  ASSERT_TRUE((*store_->Read())->Scan(model::Kind::kParty, [&](const store::RowView& row) {
    body = row.body;
    return base::Status();
  }));
  EXPECT_EQ(
      body,
      R"({"organisasjonsnummer":"312400219","navn":"P","organisasjonsform":)"
      R"({"kode":"FLI","beskrivelse":"Forening/lag/innretning"},"forretningsadresse":{"postnummer":"0150","adresse":)"
      R"(["Gata 1","2. etg"]}})");
}

TEST_F(ImportTest, ReportsBadRowsOfPartiesAndGoesOn) {
  const auto report = ImportText(std::string(kPartyHeader) +
                                     "31240021,P,FLI,,,,,,,,,\n312400200,P\n"
                                     "312400219,,FLI,,,,,,,,,\n312400227,P,FLI,,,,,,,,,\n",
                                 false, model::Kind::kParty);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->read, 4U);
  EXPECT_EQ(report->bad, 3U);
  EXPECT_EQ(report->loaded.added, 1U);
  EXPECT_NE(report->bad_records.at(0).find("organisasjonsnummer: is not nine digits"),
            std::string::npos);
  EXPECT_NE(report->bad_records.at(2).find("navn: is missing"), std::string::npos);
}

TEST_F(ImportTest, RejectsCsvWithTooFewColumnsOrOfUnpublishedKinds) {
  EXPECT_FALSE(ImportText("a,b\n312400219,P\n", false, model::Kind::kParty));
  for (const model::Kind kind :
       {model::Kind::kRoles, model::Kind::kVoluntary, model::Kind::kCadastral}) {
    EXPECT_FALSE(ImportText(std::string(kPartyHeader), false, kind));
  }
}

}  // namespace
}  // namespace orgreg::ingest
