// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/cadastral_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "unit/records/read_supplement.h"

namespace orgreg::records {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

constexpr std::string_view kOne =
    R"({"organisasjonsnummer":"312300028","matrikkelenheter":[{"kommnr":"1103","gaardsnr":"77",)"
    R"("bruksnr":"55","festenr":"0","matrikkelenhetid":"1010101","rekkefolge":"1"}]})";

ReadResult Read(std::string_view text) { return ReadAs(model::Kind::kCadastral, text); }

// kOne with one piece of text replaced.
std::string With(std::string_view old, std::string_view replacement) {
  std::string text(kOne);
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), replacement);
}

TEST(ReadCadastral, ReadsStoredLists) {
  const ReadResult result = Read(kOne);
  EXPECT_TRUE(result.is_taken);
  EXPECT_EQ(result.read.number, base::OrgNumber(312300028));
  EXPECT_EQ(result.read.body, kOne);
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_THAT(result.unknown, IsEmpty());
}

TEST(ReadCadastral, GivesTheSameBytesForTheSameContent) {
  const std::string first =
      R"({"kommnr":"1103","gaardsnr":"77","bruksnr":"55","festenr":"0","matrikkelenhetid":"2",)"
      R"("rekkefolge":"1"})";
  const std::string second =
      R"({"kommnr":"1103","gaardsnr":"78","bruksnr":"1","festenr":"0","seksjonsnr":"4",)"
      R"("matrikkelenhetid":"1","rekkefolge":"2"})";
  const std::string shuffled =
      R"({ "matrikkelenheter" : [ {"rekkefolge":"02","matrikkelenhetid":"01","seksjonsnr":"4",)"
      R"("bruksnr":"1","gaardsnr":"078","kommnr":"1103","festenr":null}, {"kommnr":"1103",)"
      R"("gaardsnr":"77","bruksnr":"55","seksjonsnr":"0","matrikkelenhetid":"2",)"
      R"("rekkefolge":"1"} ], "organisasjonsnummer" : "312300028" })";
  const std::string expected =
      R"({"organisasjonsnummer":"312300028","matrikkelenheter":[)" + first + "," + second + "]}";
  EXPECT_EQ(Read(shuffled).read.body, expected);
  EXPECT_EQ(Read(expected).read.body, expected);
}

TEST(ReadCadastral, TakesAnEntityWithoutUnits) {
  const ReadResult result = Read(R"({"organisasjonsnummer":"312300028","matrikkelenheter":[]})");
  EXPECT_TRUE(result.is_taken);
}

TEST(ReadCadastral, NamesTheMemberThatIsWrong) {
  const std::string at = "matrikkelenheter[0].";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {With(R"("312300028")", R"("31230002")"), "organisasjonsnummer: is not nine digits"},
      {With(R"("312300028")", "312300028"), "organisasjonsnummer: is not nine digits"},
      {With(R"("organisasjonsnummer":"312300028",)", ""), "organisasjonsnummer: is missing"},
      {With(R"("312300028")", "null"), "organisasjonsnummer: is missing"},
      {R"({"organisasjonsnummer":"312300028"})", "matrikkelenheter: is missing"},
      {R"({"organisasjonsnummer":"312300028","matrikkelenheter":{}})",
       "matrikkelenheter: is not a list of objects"},
      {R"({"organisasjonsnummer":"312300028","matrikkelenheter":["1103-77/55"]})",
       "matrikkelenheter[0]: is not an object"},
      {With(R"("1103")", "1103"), at + "kommnr: is not text"},
      {With(R"("1103")", R"("110")"), at + "kommnr: is not four digits"},
      {With(R"("1103")", R"("11033")"), at + "kommnr: is not four digits"},
      {With(R"("1103")", R"("OSLO")"), at + "kommnr: is not four digits"},
      {With(R"("kommnr":"1103",)", ""), at + "kommnr: is missing"},
      {With(R"("77")", "77"), at + "gaardsnr: is not text"},
      {With(R"("77")", R"("")"), at + "gaardsnr: is missing"},
      {With(R"("77")", R"(" ")"), at + "gaardsnr: is not a number"},
      {With(R"("77")", R"("-7")"), at + "gaardsnr: is not a number"},
      {With(R"("77")", R"("7 7")"), at + "gaardsnr: is not a number"},
      {With(R"("77")", R"("1234567890")"), at + "gaardsnr: is not a number"},
      {With(R"("bruksnr":"55",)", ""), at + "bruksnr: is missing"},
      {With(R"("55")", "{}"), at + "bruksnr: is not text"},
      {With(R"("festenr":"0")", R"("festenr":false)"), at + "festenr: is not text"},
      {With(R"("festenr":"0")", R"("seksjonsnr":"x")"), at + "seksjonsnr: is not a number"},
      {With(R"("1010101")", "1010101"), at + "matrikkelenhetid: is not text"},
      {With(R"("1010101")", R"("1234567890123456789")"), at + "matrikkelenhetid: is not a number"},
      {With(R"("matrikkelenhetid":"1010101",)", ""), at + "matrikkelenhetid: is missing"},
      {With(R"(,"rekkefolge":"1")", ""), at + "rekkefolge: is missing"},
      {With(R"("rekkefolge":"1")", R"("rekkefolge":1)"), at + "rekkefolge: is not text"},
  };
  for (const auto& [text, problem] : cases) {
    const ReadResult result = Read(text);
    EXPECT_FALSE(result.is_taken) << text;
    EXPECT_THAT(result.problems, ElementsAre(StartsWith(problem))) << text;
  }
}

TEST(ReadCadastral, NamesEveryProblem) {
  const ReadResult result =
      Read(R"({"organisasjonsnummer":"x","matrikkelenheter":[{"kommnr":1},7]})");
  EXPECT_FALSE(result.is_taken);
  EXPECT_THAT(result.problems, SizeIs(7));
}

TEST(ReadCadastral, GivesTheNumberOfARecordThatIsBadOtherwise) {
  EXPECT_EQ(Read(With(R"("77")", "77")).read.number, base::OrgNumber(312300028));
}

TEST(ReadCadastral, ReportsUnknownMembersByPath) {
  const ReadResult result = Read(
      R"({"organisasjonsnummer":"312300028","ny":1,"_links":{},"matrikkelenheter":[{"kommnr":"1103",)"
      R"("gaardsnr":"77","bruksnr":"55","matrikkelenhetid":"1","rekkefolge":"1","areal":"9"}]})");
  EXPECT_TRUE(result.is_taken);
  EXPECT_THAT(result.unknown, ElementsAre("ny", "matrikkelenheter[0].areal"));
}

base::Status Index(std::string_view text, IndexedSupplement* indexed,
                   base::OrgNumber number = base::OrgNumber(312300028)) {
  return IndexAs(model::Kind::kCadastral, text, number, indexed);
}

TEST(IndexCadastral, HasAKeyForTheIdAndOneForTheNumber) {
  IndexedSupplement indexed;
  ASSERT_TRUE(Index(kOne, &indexed));
  std::vector<std::uint64_t> expected = {CadastralKey(std::uint64_t{1010101}),
                                         CadastralKey(model::CadastralNumber{1103, 77, 55, 0, 0})};
  std::ranges::sort(expected);
  EXPECT_EQ(indexed.keys, expected);
  std::string rows = "[";
  render::CadastralUnits(indexed.columns.cadastral_units)
      .AppendRows(std::uint64_t{1010101}, base::OrgNumber(312300028), &rows);
  EXPECT_THAT(rows, StartsWith(R"([{"orgnr":"312300028","kommnr":"1103",)"));
}

TEST(IndexCadastral, HasNoKeyTwice) {
  IndexedSupplement indexed;
  const std::string unit =
      R"({"kommnr":"1103","gaardsnr":"77","bruksnr":"55","matrikkelenhetid":"1","rekkefolge":"1"})";
  ASSERT_TRUE(
      Index(R"({"organisasjonsnummer":"312300028","matrikkelenheter":[)" + unit + "," + unit + "]}",
            &indexed));
  EXPECT_THAT(indexed.keys, SizeIs(2));
}

TEST(IndexCadastral, ReportsUnreadableListsAsCorrupt) {
  IndexedSupplement indexed;
  for (const std::string& text : {std::string("{}"), With(R"("77")", "77")}) {
    const base::Status status = Index(text, &indexed);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, base::Code::kCorrupt);
  }
  EXPECT_FALSE(Index(kOne, &indexed, base::OrgNumber(312300029)));
}

// Keys are kept in files: these values never change.
TEST(CadastralKey, IsTheSameForEver) {
  EXPECT_EQ(CadastralKey(std::uint64_t{1010101}), 12378770638628419732U);
  EXPECT_EQ(CadastralKey(model::CadastralNumber{1103, 77, 55, 0, 0}), 7872432824107289867U);
}

}  // namespace
}  // namespace orgreg::records
