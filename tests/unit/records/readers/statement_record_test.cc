// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/statement_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "render/body_json.h"
#include "render/statements/json.h"
#include "unit/records/problem_texts.h"

namespace orgreg::records {
namespace {

using model::StatementAmount;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Outcome {
  bool is_taken = false;
  model::Statement statement = {};
  model::Filings filings = {};
  std::vector<std::string> problems = {};
  std::vector<std::string> unknown = {};
};

std::string Padded(const std::string& text) {
  std::string padded;
  padded.reserve(text.size() + JsonReader::kPadding);
  return padded.append(text);
}

Outcome ReadOne(const std::string& text) {
  StatementReader reader;
  Outcome outcome;
  Problems problems;
  outcome.is_taken =
      reader.ReadStatement(Padded(text), &outcome.statement, &problems, &outcome.unknown);
  outcome.problems = TextsOf(problems);
  return outcome;
}

Outcome ReadStored(const std::string& text) {
  StatementReader reader;
  Outcome outcome;
  Problems problems;
  outcome.is_taken =
      reader.ReadFilings(Padded(text), &outcome.filings, &problems, &outcome.unknown);
  outcome.problems = TextsOf(problems);
  return outcome;
}

// The required members of a statement, and more members after them.
std::string Least(const std::string& more) {
  return R"({"id":1,"journalnr":"J","regnskapstype":"SELSKAP",)"
         R"("virksomhet":{"organisasjonsnummer":"314159268"},)"
         R"("regnskapsperiode":{"fraDato":"2024-01-01","tilDato":"2024-12-31"},)"
         R"("oppstillingsplan":"smaa")" +
         more + "}";
}

std::string StoredRow(const std::string& filings) {
  return R"({"organisasjonsnummer":"314159268","regnskap":[)" + filings + "]}";
}

std::string StoredFiling(const std::string& more) {
  return R"({"id":1,"aar":2024,"journalnr":"J","regnskapstype":"SELSKAP",)"
         R"("fraDato":"2024-01-01","tilDato":"2024-12-31","oppstillingsplan":"STORE")" +
         more + "}";
}

// The amount as our own JSON has it.
std::string AmountRead(const std::string& written) {
  const Outcome outcome = ReadOne(Least(R"(,"eiendeler":{"goodwill":)" + written + "}"));
  if (!outcome.is_taken) return "refused: " + outcome.problems.front();
  const model::Amount& amount = outcome.statement.At(StatementAmount::kGoodwill);
  return amount ? amount->text() : "absent";
}

TEST(StatementRecord, TheLeastStatementHasDefaultsForTheRest) {
  const Outcome outcome = ReadOne(Least(""));
  ASSERT_TRUE(outcome.is_taken) << outcome.problems.front();
  model::Statement expected;
  expected.number = base::OrgNumber(314159268);
  expected.id = 1;
  expected.year = 2024;
  expected.journal_number = "J";
  expected.first_day = base::Date::Parse("2024-01-01").value();
  expected.last_day = base::Date::Parse("2024-12-31").value();
  expected.plan.code = "SMAA";
  EXPECT_EQ(outcome.statement, expected);
  EXPECT_THAT(outcome.unknown, IsEmpty());
}

TEST(StatementRecord, TheAccountingYearMayBeNextToThePeriod) {
  EXPECT_EQ(ReadOne(Least(R"(,"aar":2023)")).statement.year, 2023);
  EXPECT_EQ(ReadOne(Least(R"(,"aar":null)")).statement.year, 2024);
}

TEST(StatementRecord, APartIsReadByTheNameOfItsForm) {
  const Outcome served = ReadOne(Least(R"(,"regnskapDokumenttype":"BAL")"));
  EXPECT_EQ(served.statement.part, model::StatementPart::kBalance);
  const Outcome stored = ReadStored(StoredRow(StoredFiling(R"(,"dokumenttype":"RES")")));
  ASSERT_TRUE(stored.is_taken);
  EXPECT_EQ(stored.filings.statements.front().part, model::StatementPart::kIncome);
}

TEST(StatementRecord, AmountsKeepEveryDigit) {
  EXPECT_EQ(AmountRead("10900358"), "10900358.00");
  EXPECT_EQ(AmountRead("0"), "0.00");
  EXPECT_EQ(AmountRead("-0.005"), "-0.005");
  EXPECT_EQ(AmountRead("null"), "absent");
  EXPECT_EQ(AmountRead("\"12.50\""), "12.50");
  EXPECT_EQ(AmountRead("1.5e3"), "1500.00");
  EXPECT_EQ(AmountRead("\"+1\""), "1.00");
  EXPECT_EQ(AmountRead("\".5\""), "0.50");
  EXPECT_EQ(AmountRead("-0"), "0.00");
  EXPECT_EQ(AmountRead("\"-0.00\""), "0.00");
  EXPECT_EQ(AmountRead("\"\""), "absent");
  EXPECT_EQ(AmountRead("9007199254740993.01"),
            "9007199254740993.01");  // Not a binary number.
  EXPECT_EQ(AmountRead("18446744073709551616"), "18446744073709551616.00");
  const std::string digits(398, '7');  // Two more are decimals.
  EXPECT_EQ(AmountRead("-" + digits + ".1"), "-" + digits + ".10");
}

TEST(StatementRecord, AnInvalidAmountIsRejected) {
  for (const std::string wrong :
       {"\"1,5\"", "\" 1\"", "\"NaN\"", "\"+-1\"", "\" \"", "01", "-", "1.", ".5", "+1", "1e",
        "NaN", "true", "{}", "[1]", "1e999999999999", "\"1e9999\""}) {
    EXPECT_TRUE(AmountRead(wrong).starts_with("refused: ")) << wrong << ": " << AmountRead(wrong);
  }
  EXPECT_EQ(AmountRead(std::string(399, '7')),
            "refused: eiendeler.goodwill: is not an amount of at most 400 digits");
}

TEST(StatementRecord, EveryProblemIsNamed) {
  const Outcome outcome = ReadOne(
      R"({"id":0,"journalnr":7,"regnskapstype":"konsern","regnskapDokumenttype":"X","aar":"2024",)"
      R"("virksomhet":{"organisasjonsnummer":"31415926","organisasjonsform":1,"morselskap":"ja"},)"
      R"("regnskapsperiode":{"fraDato":"2024-02-30","tilDato":20241231},"valuta":[],)"
      R"("avviklingsregnskap":0,"oppstillingsplan":false,"revisjon":[],)"
      R"("regnkapsprinsipper":{"regnskapsregler":"GAAP"},"eiendeler":{"sumVarer":"x",)"
      R"("omloepsmidler":3}})");
  EXPECT_FALSE(outcome.is_taken);
  EXPECT_THAT(outcome.problems,
              ElementsAre("id: is not a whole number from 1 to 2147483647",
                          "journalnr: is not text", "regnskapstype: is not a type of statement",
                          "regnskapDokumenttype: is not a part of a statement",
                          "aar: is not a whole number from 1 to 2147483647",
                          "virksomhet.organisasjonsnummer: is not nine digits",
                          "virksomhet.organisasjonsform: is not text",
                          "virksomhet.morselskap: is neither true nor false",
                          "regnskapsperiode.fraDato: is not a date yyyy-MM-dd",
                          "regnskapsperiode.tilDato: is not a date yyyy-MM-dd",
                          "valuta: is not text", "avviklingsregnskap: is neither true nor false",
                          "oppstillingsplan: is not text", "revisjon: is not an object",
                          "regnkapsprinsipper.regnskapsregler: are no rules of accounting",
                          "eiendeler.sumVarer: is not an amount of at most 400 digits",
                          "eiendeler.omloepsmidler: is not an object"));
}

TEST(StatementRecord, MissingMembersAreReported) {
  EXPECT_THAT(ReadOne("{}").problems,
              ElementsAre("id: is missing", "journalnr: is missing", "regnskapstype: is missing",
                          "virksomhet.organisasjonsnummer: is missing",
                          "regnskapsperiode.fraDato: is missing",
                          "regnskapsperiode.tilDato: is missing", "oppstillingsplan: is missing"));
  EXPECT_THAT(ReadStored("{}").problems,
              ElementsAre("organisasjonsnummer: is missing", "regnskap: is missing"));
}

TEST(StatementRecord, ChecksTheValuesOfAStatement) {
  struct Row {
    std::string from = {};
    std::string to = {};
    std::string problem = {};
  };
  for (const Row& row : std::vector<Row>{
           {R"("journalnr":"J")", R"("journalnr":"")", "journalnr: is missing"},
           {"2024-12-31", "2023-12-31",
            "regnskapsperiode.tilDato: is before the first day of the period"},
           {R"("smaa")", R"("")", "oppstillingsplan: is missing"},
           {R"("smaa")", R"(" ")", "oppstillingsplan: is not of letters and digits"},
           {R"("smaa")", R"("små")", "oppstillingsplan: is not of letters and digits"},
           {R"("smaa")", R"("smaa","aar":999)", "aar: is not a year of four digits"},
           {R"("smaa")", R"("smaa","aar":10000)", "aar: is not a year of four digits"},
           {R"("id":1)", R"("id":2147483648)", "id: is not a whole number from 1 to 2147483647"},
           {R"("id":1)", R"("id":1.0)", "id: is not a whole number from 1 to 2147483647"}}) {
    std::string text = Least("");
    text.replace(text.find(row.from), row.from.size(), row.to);
    EXPECT_THAT(ReadOne(text).problems, ElementsAre(row.problem)) << text;
  }
}

TEST(StatementRecord, PlansThatAreNotServedAreTaken) {
  for (const std::string code : {"BANK", "SKADE", "VPFO"}) {
    std::string filing = StoredFiling("");
    filing.replace(filing.find("STORE"), 5, code);
    const Outcome outcome = ReadStored(StoredRow(filing));
    ASSERT_TRUE(outcome.is_taken) << code;
    EXPECT_EQ(outcome.filings.statements.front().plan.code, code);
    EXPECT_FALSE(outcome.filings.statements.front().plan.IsServed());
  }
}

TEST(StatementRecord, UnknownMembersAreDroppedAndNamed) {
  const Outcome outcome = ReadOne(
      Least(R"(,"x":{"y":[1]},"eiendeler":{"sum":1,"omloepsmidler":{"goodwill":2}},"goodwill":3,)"
            R"("_links":{"self":{}},"dokumenttype":"RES")"));
  ASSERT_TRUE(outcome.is_taken) << outcome.problems.front();
  EXPECT_THAT(outcome.unknown, ElementsAre("x", "eiendeler.sum", "eiendeler.omloepsmidler.goodwill",
                                           "goodwill", "dokumenttype"));
  EXPECT_FALSE(outcome.statement.At(StatementAmount::kGoodwill));
  const Outcome stored = ReadStored(R"({"y":1,"regnskap":[)" +
                                    StoredFiling(R"(,"eiendeler":{"goodwill":1},"virksomhet":1)") +
                                    R"(],"organisasjonsnummer":"314159268"})");
  ASSERT_TRUE(stored.is_taken) << stored.problems.front();
  EXPECT_THAT(stored.unknown, ElementsAre("y", "regnskap[0].eiendeler", "regnskap[0].virksomhet"));
}

TEST(StatementRecord, BrokenJsonIsReportedOnce) {
  for (const std::string text :
       {"", " ", "{", "nul", R"({"id":)", R"({"id" 1})", R"({"x":tru})", R"({"x":[1,]})",
        R"({"eiendeler":{"x":01}})", "{\"id\":nope}", "{\"journalnr\":\"\xFF\"}"}) {
    const Outcome one = ReadOne(text);
    EXPECT_FALSE(one.is_taken) << text;
    EXPECT_EQ(one.problems.size(), 1U) << text;
  }
  EXPECT_THAT(ReadOne("{\"journalnr\":\"\xFF\"}").problems, ElementsAre("is not UTF-8"));
  EXPECT_THAT(ReadOne("[]").problems, ElementsAre("is not a JSON object"));
  EXPECT_THAT(ReadOne("7").problems, ElementsAre("is not a JSON object"));
  EXPECT_THAT(ReadOne(Least("") + "{}").problems, ElementsAre("is followed by something else"));
  for (const std::string text : {R"({"regnskap":[{"x":tru}]})", R"({"regnskap":[{},})",
                                 R"({"organisasjonsnummer":"314159268","x":tru})"}) {
    const Outcome stored = ReadStored(text);
    EXPECT_FALSE(stored.is_taken) << text;
    EXPECT_EQ(std::ranges::count(stored.problems, "is not well-formed JSON"), 1) << text;
  }
}

TEST(StatementRecord, FilingsComeInOrderOfTheirIds) {
  std::string second = StoredFiling("");
  second.replace(second.find("\"id\":1"), 6, "\"id\":12");
  const Outcome outcome = ReadStored(StoredRow(second + "," + StoredFiling("")));
  ASSERT_TRUE(outcome.is_taken);
  ASSERT_EQ(outcome.filings.statements.size(), 2U);
  EXPECT_EQ(outcome.filings.statements[0].id, 1);
  EXPECT_EQ(outcome.filings.statements[1].id, 12);
  EXPECT_EQ(outcome.filings.statements[1].number, base::OrgNumber(314159268));
}

TEST(StatementRecord, ProblemsNameTheirFiling) {
  const Outcome outcome =
      ReadStored(StoredRow(StoredFiling("") + "," + StoredFiling(R"(,"goodwill":"x")") + ",7,{}"));
  EXPECT_FALSE(outcome.is_taken);
  EXPECT_THAT(
      outcome.problems,
      ElementsAre("regnskap[1].goodwill: is not an amount of at most 400 digits",
                  "regnskap[2]: is not an object", "regnskap[3].id: is missing",
                  "regnskap[3].journalnr: is missing", "regnskap[3].regnskapstype: is missing",
                  "regnskap[3].fraDato: is missing", "regnskap[3].tilDato: is missing",
                  "regnskap[3].oppstillingsplan: is missing",
                  "regnskap: has two filings with the id 1"));
  EXPECT_THAT(ReadStored(R"({"organisasjonsnummer":"314159268","regnskap":{}})").problems,
              ElementsAre("regnskap: is not a list of filings"));
}

TEST(StatementRecord, StoredFilingsCanBeReadAgain) {
  model::Filings filings = {.number = base::OrgNumber(314159268)};
  model::Statement filing = ReadOne(Least(R"(,"aar":2023)")).statement;
  filing.part = model::StatementPart::kIncome;
  filing.type = model::StatementType::kGroup;
  filing.journal_number = std::string("\0\"\\<\n\xEF\xBF\xBF", 8);
  filing.form = "AS";
  filing.is_parent = filing.in_liquidation = filing.audit_missing = true;
  filing.audit_waived = filing.by_small_rules = true;
  filing.currency = "NOK";
  filing.plan.code = "BANK";
  filing.rules = model::AccountingRules::kIfrs;
  for (std::size_t at = 0; at < filing.amounts.size(); ++at)
    filing.amounts[at] = base::Decimal::Parse("-" + std::to_string(at) + ".25");
  AddFiling(ReadOne(Least("")).statement, &filings);
  filing.id = 2147483647;
  AddFiling(filing, &filings);
  std::string stored;
  render::AppendStoredFilings(filings, &stored);
  const Outcome outcome = ReadStored(stored);
  ASSERT_TRUE(outcome.is_taken) << outcome.problems.front();
  EXPECT_THAT(outcome.unknown, IsEmpty());
  EXPECT_EQ(outcome.filings.statements, filings.statements);
}

TEST(StatementRecord, ServedStatementsCanBeReadAgain) {
  const Outcome first =
      ReadOne(Least(R"(,"eiendeler":{"sumVarer":1.50,"omloepsmidler":{"sumOmloepsmidler":-2}})"));
  ASSERT_TRUE(first.is_taken);
  std::string served;
  render::AppendBody(model::StatementSchema(), first.statement, model::Form::kServed, &served);
  const Outcome second = ReadOne(served);
  ASSERT_TRUE(second.is_taken);
  EXPECT_EQ(second.statement, first.statement);
}

}  // namespace
}  // namespace orgreg::records
