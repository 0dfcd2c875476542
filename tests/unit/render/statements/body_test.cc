// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/body.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "model/statements/fields.h"
#include "records/readers/record_reader.h"
#include "records/readers/statement_record.h"
#include "render/body_json.h"
#include "render/statements/graph.h"
#include "render/statements/json.h"
#include "unit/model/statements/kept_filings.h"

namespace orgreg::render {
namespace {

constexpr StatementLinks kLinks = {.origin = "https://data.example.test",
                                   .organisations = "/organizations/"};

std::string Content(const std::string& name) {
  std::ifstream file(std::string(ORGREG_TEST_DATA) + "/statement-forms/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

model::Filings FilingsOf(const std::string& folder) {
  std::string text = Content(folder + "/filings.json");
  text.reserve(text.size() + records::RecordReader::kPadding);
  records::StatementReader reader;
  model::Filings filings;
  records::Problems problems;
  std::vector<std::string> unknown;
  EXPECT_TRUE(reader.ReadFilings(text, &filings, &problems, &unknown))
      << (problems.empty() ? "" : problems.front().Text());
  EXPECT_TRUE(unknown.empty());
  return filings;
}

struct Form {
  StatementFormat format = StatementFormat::kJson;
  std::string_view suffix = {};
};
void PrintTo(const Form& form, std::ostream* out) { *out << form.suffix; }
constexpr std::array<Form, 6> kForms = {{
    {StatementFormat::kJson, ".json"},
    {StatementFormat::kXml, ".xml"},
    {StatementFormat::kJsonLd, ".jsonld"},
    {StatementFormat::kRdfJson, ".rdf.json"},
    {StatementFormat::kRdfXml, ".rdf"},
    {StatementFormat::kTurtle, ".ttl"},
}};

class StatementBody : public ::testing::TestWithParam<std::tuple<std::string, Form>> {
 protected:
  const std::string& folder() const { return std::get<0>(GetParam()); }
  StatementFormat format() const { return std::get<1>(GetParam()).format; }
  std::string Golden(std::string_view body) const {
    return Content(folder() + "/" + std::string(body) +
                   std::string(std::get<1>(GetParam()).suffix));
  }
};

TEST_P(StatementBody, AListEqualsTheExpectedData) {
  const model::KeptFilings filings(FilingsOf(folder()));
  std::string body;
  AppendStatementList(format(), model::SelectStatements(filings, {}).statements, kLinks, &body);
  EXPECT_EQ(body, Golden("list"));
}

TEST_P(StatementBody, TheReducedListEqualsTheExpectedData) {
  const model::KeptFilings filings(FilingsOf(folder()));
  std::string body;
  AppendStatementList(format(), model::SelectReduced(filings).statements, kLinks, &body);
  EXPECT_EQ(body, Golden("reduced"));
}

TEST_P(StatementBody, OneStatementEqualsTheExpectedData) {
  const model::KeptFilings filings(FilingsOf(folder()));
  std::string body;
  AppendStatement(format(), model::SelectStatements(filings, {}).statements.back(), kLinks, &body);
  EXPECT_EQ(body, Golden("one"));
}

INSTANTIATE_TEST_SUITE_P(Data, StatementBody,
                         ::testing::Combine(::testing::Values("sample", "strange"),
                                            ::testing::ValuesIn(kForms)),
                         [](const auto& tested) {
                           std::string name = std::get<0>(tested.param) +
                                              std::string(std::get<1>(tested.param).suffix);
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

TEST(StatementJson, TheStoredFormEqualsTheExpectedData) {
  for (const std::string folder : {"sample", "strange"}) {
    std::string stored;
    AppendStoredFilings(FilingsOf(folder), &stored);
    EXPECT_EQ(stored, Content(folder + "/stored.json"));
  }
}

TEST(StatementJson, EmptyObjectsAreWrittenToo) {
  const model::KeptFilings filings({.statements = {model::Statement()}});
  std::string body;
  AppendStatement(StatementFormat::kJson, filings.front(), kLinks, &body);
  EXPECT_EQ(body, R"({"id":0,"journalnr":"","regnskapstype":"SELSKAP",)"
                  R"("virksomhet":{"organisasjonsnummer":"000000000","organisasjonsform":"",)"
                  R"("morselskap":false},"regnskapsperiode":{"fraDato":"1970-01-01",)"
                  R"("tilDato":"1970-01-01"},"valuta":"","avviklingsregnskap":false,)"
                  R"("oppstillingsplan":"","revisjon":{"ikkeRevidertAarsregnskap":false,)"
                  R"("fravalgRevisjon":false},"regnkapsprinsipper":{"smaaForetak":false,)"
                  R"("regnskapsregler":"regnskapslovenAlminneligRegler"},"egenkapitalGjeld":)"
                  R"({"egenkapital":{"opptjentEgenkapital":{},"innskuttEgenkapital":{}},)"
                  R"("gjeldOversikt":{"kortsiktigGjeld":{},"langsiktigGjeld":{}}},"eiendeler":)"
                  R"({"omloepsmidler":{},"anleggsmidler":{}},"resultatregnskapResultat":)"
                  R"({"finansresultat":{"finansinntekt":{},"finanskostnad":{}},"driftsresultat":)"
                  R"({"driftsinntekter":{},"driftskostnad":{}}}})");
}

TEST(StatementBody, NothingIsAnEmptyListInEveryForm) {
  const auto body_of = [](StatementFormat format) {
    std::string body;
    AppendStatementList(format, {}, kLinks, &body);
    return body;
  };
  EXPECT_EQ(body_of(StatementFormat::kJson), "[]");
  EXPECT_EQ(body_of(StatementFormat::kXml), "<ArrayList/>");
  EXPECT_EQ(body_of(StatementFormat::kRdfJson), "{}");
  EXPECT_TRUE(body_of(StatementFormat::kJsonLd).starts_with("{\"@graph\":[],\"@context\":{"));
}

TEST(StatementGraph, EqualAmountsAreWrittenAlike) {
  for (const auto& [amount, written] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"2027.00", "2027"},
                                                                  {"10.50", "10.5"},
                                                                  {"0.00", "0"},
                                                                  {"-0.00", "0"},
                                                                  {"-0.05", "-0.05"},
                                                                  {"100.00", "100"},
                                                                  {"-1200.10", "-1200.1"}}) {
    EXPECT_EQ(CanonicalDecimal(amount), written);
  }
}

TEST(StatementGraph, OrganisationsLinkToTheirLookUpByDefault) {
  std::string iri;
  AppendOrganisationBase({.origin = "https://host"}, &iri);
  EXPECT_EQ(iri, "https://host/enhetsregisteret/api/enheter/");
}

TEST(StatementGraph, AnOriginCannotLeaveItsIri) {
  std::string iri;
  AppendStatementBase({.origin = "https://h> <x>\"{}\\^`|\n\x7F&'"}, &iri);
  EXPECT_EQ(iri,
            "https://h%3E%20%3Cx%3E%22%7B%7D%5C%5E%60%7C%0A%7F&'/"
            "regnskapsregisteret/regnskap/");
}

// The server's answers have one writer, inventories another.
TEST(StatementJson, AServedStatementIsThatOfAnInventoryWithoutItsYear) {
  for (const std::string folder : {"sample", "strange"}) {
    const model::Filings filings = FilingsOf(folder);
    for (const model::Statement& filing : filings.statements) {
      const model::KeptFilings kept({.number = filings.number, .statements = {filing}});
      std::string served;
      AppendStatement(StatementFormat::kJson, kept.front(), kLinks, &served);
      std::string by_schema;
      AppendBody(model::StatementSchema(), filing, model::Form::kServed, &by_schema);
      EXPECT_EQ(served, by_schema);
    }
  }
}

}  // namespace
}  // namespace orgreg::render
