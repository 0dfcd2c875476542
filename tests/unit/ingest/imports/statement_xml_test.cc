// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/statement_xml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "model/statements/fields.h"
#include "unit/ingest/bulk_text.h"
#include "unit/records/problem_texts.h"

namespace orgreg::ingest {
namespace {

using model::AccountingRules;
using model::StatementAmount;
using model::StatementPart;
using model::StatementType;
using testing::ElementsAre;
using testing::IsEmpty;

struct Reading {
  std::vector<ReadPart> parts = {};
  std::optional<base::Error> error = {};
};
Reading Read(const std::string& text) {
  formats::MemorySource source(text);
  StatementXml xml(&source);
  Reading reading;
  while (true) {
    ReadPart part;
    const auto more = xml.Next(&part);
    if (!more) reading.error = more.error();
    if (!more || !*more) return reading;
    reading.parts.push_back(std::move(part));
  }
}

ReadPart ReadOne(const std::string& part) {
  Reading reading = Read(Bulk(part));
  EXPECT_FALSE(reading.error) << reading.error->message;
  EXPECT_EQ(reading.parts.size(), 1U);
  return reading.parts.empty() ? ReadPart() : reading.parts.front();
}
std::vector<std::string> ProblemsOf(const std::string& content) {
  return records::TextsOf(ReadOne(Part(content)).problems);
}
model::Statement Taken(const std::string& content) {
  const ReadPart part = ReadOne(Part(content));
  EXPECT_THAT(part.problems, IsEmpty());
  return part.statement;
}

// The head with one element changed, or without it.
std::string HeadWith(const std::string& name, const std::string& text) {
  std::string head = Head();
  const std::size_t begin = head.find("<" + name + ">");
  const std::size_t end = head.find("</" + name + ">\n");
  head.erase(begin, end + name.size() + 4 - begin);
  return head.insert(head.find("</hode>"), text.empty() ? "" : Element(name, text));
}

TEST(StatementXml, ReadsTheReferencesFile) {
  std::ifstream file(ORGREG_TEST_DATA "/statements/20250603040015-masse.xml");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const Reading reading = Read(text);
  ASSERT_FALSE(reading.error);
  ASSERT_EQ(reading.parts.size(), 4U);
  for (const ReadPart& part : reading.parts) EXPECT_THAT(part.problems, IsEmpty());
  const model::Statement& first = reading.parts[0].statement;
  EXPECT_EQ(first.number.ToString(), "314159268");
  EXPECT_EQ(first.year, 2024);
  EXPECT_EQ(first.part, StatementPart::kIncome);
  EXPECT_EQ(first.type, StatementType::kCompany);
  EXPECT_EQ(first.journal_number, "2025104233");
  EXPECT_EQ(first.form, "AS");
  EXPECT_TRUE(first.is_parent);
  EXPECT_EQ(first.last_day.ToString(), "2024-12-31");
  EXPECT_EQ(first.currency, "NOK");
  EXPECT_EQ(first.plan.code, "STORE");
  EXPECT_EQ(first.At(StatementAmount::kNetFinance)->text(), "-100000.00");
  EXPECT_FALSE(first.At(StatementAmount::kAssets));
  EXPECT_EQ(reading.parts[1].statement.part, StatementPart::kBalance);
  EXPECT_EQ(reading.parts[2].statement.type, StatementType::kGroup);
  EXPECT_EQ(reading.parts[2].statement.rules, AccountingRules::kIfrs);
  EXPECT_EQ(reading.parts[3].ordinal, 4U);
  EXPECT_EQ(reading.parts[0].line, 5U);
}

TEST(StatementXml, EveryAmountHasAnAccount) {
  std::string accounts;
  for (std::size_t at = 0; at < model::kStatementAmounts; ++at) {
    const auto amount = static_cast<StatementAmount>(at);
    accounts += Account(std::to_string(model::FieldOf(amount).account_code), std::to_string(at));
  }
  const model::Statement statement = Taken(Head() + accounts);
  for (std::size_t at = 0; at < model::kStatementAmounts; ++at) {
    ASSERT_TRUE(statement.amounts[at]) << at;
    EXPECT_EQ(statement.amounts[at]->text(), std::to_string(at) + ".00");
  }
}

TEST(StatementXml, AmountsAreExactHoweverLarge) {
  const std::string large = "-98765432109876543210987654321.123456789";
  EXPECT_EQ(Taken(Head() + Account("219", large)).At(StatementAmount::kAssets)->text(), large);
  EXPECT_EQ(Taken(Head() + Account("219", "0")).At(StatementAmount::kAssets)->text(), "0.00");
}

TEST(StatementXml, AbsentIsNotZero) {
  for (const char* nothing : {"", " \n "}) {
    EXPECT_FALSE(Taken(Head() + Account("219", nothing)).At(StatementAmount::kAssets));
  }
}

TEST(StatementXml, RefusesSumsThatAreNoNumbers) {
  for (const std::string& sum :
       {std::string("x"), std::string("1,5"), std::string("1 000"), std::string("0x10"),
        std::string("NaN"), std::string("1e999999999"), std::string("--1"),
        std::string(401, '9')}) {
    EXPECT_EQ(ProblemsOf(Head() + Account("219", sum)).size(), 1U) << sum;
    EXPECT_THAT(ProblemsOf(Head() + Account("47", sum)), IsEmpty()) << sum;
  }
  EXPECT_THAT(ProblemsOf(Head() + Account("219", "x")),
              ElementsAre("account 219: \"x\" is not a number of at most 400 digits"));
}

TEST(StatementXml, PassesOverAccountsThatAreNotShown) {
  for (const char* code : {"47", "abc", "", "-219", "99999999999999999999", "219x", "2 19"}) {
    EXPECT_FALSE(Taken(Head() + Account(code, "5")).At(StatementAmount::kAssets)) << code;
  }
}

TEST(StatementXml, TheLastOfARepeatedAccountCounts) {
  const ReadPart part = ReadOne(Part(Head() + Account("219", "5") + Account("219", "6")));
  EXPECT_THAT(part.problems, IsEmpty());
  EXPECT_EQ(part.statement.At(StatementAmount::kAssets)->text(), "6.00");
  EXPECT_EQ(part.repeated_accounts, 1U);
  EXPECT_EQ(ReadOne(Part(Head() + Account("219", "5") + Account("219", "5.00"))).repeated_accounts,
            0U);
}

TEST(StatementXml, AnAccountLeavesNothingToTheNext) {
  const model::Statement statement =
      Taken(Head() + Account("219", "5") + "<info><feltkode>194</feltkode></info>");
  EXPECT_FALSE(statement.At(StatementAmount::kCurrentAssets));
}

TEST(StatementXml, NamesMissingRequiredElements) {
  for (const char* name : {"orgnr", "regnskapstype", "aarsregnskapstype", "startdato",
                           "avslutningsdato", "journalnr"}) {
    EXPECT_THAT(ProblemsOf(HeadWith(name, "")), ElementsAre(std::string(name) + ": is missing"));
    EXPECT_THAT(ProblemsOf(HeadWith(name, " ")), ElementsAre(std::string(name) + ": is missing"));
  }
  EXPECT_EQ(ProblemsOf(Account("219", "5")).size(), 6U);
}

TEST(StatementXml, AMissingYearIsThatOfTheLastDay) {
  EXPECT_EQ(Taken(HeadWith("regnaar", "")).year, 2024);
  EXPECT_EQ(Taken(HeadWith("regnaar", "2023")).year, 2023);
}

TEST(StatementXml, RefusesElementsThatAreWrong) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"orgnr", "31415926"},
      {"orgnr", "3141592688"},
      {"orgnr", "31415926a"},
      {"regnskapstype", "X"},
      {"regnskapstype", "SELSKAP"},
      {"regnaar", "24"},
      {"regnaar", "20244"},
      {"regnaar", "0024"},
      {"regnaar", "-024"},
      {"startdato", "2024-01-01"},
      {"startdato", "20240230"},
      {"startdato", "2024010"},
      {"avslutningsdato", "202412"},
      {"avslutningsdato", "x"},
      {"aarsregnskapstype", "ST ORE"},
      {"aarsregnskapstype", "&lt;"},
      {"regnskap_dokumenttype", "X"},
      {"regnskap_dokumenttype", "res"},
      {"journalnr", std::string(65, '1')},
  };
  for (const auto& [name, text] : wrong) {
    const std::string head = Head().find(name) == std::string::npos
                                 ? Head("314159268", Element(name, text))
                                 : HeadWith(name, text);
    EXPECT_EQ(ProblemsOf(head).size(), 1U) << name << " " << text;
  }
  EXPECT_THAT(ProblemsOf(HeadWith("startdato", "20250101")),
              ElementsAre(testing::HasSubstr("before the first day")));
}

TEST(StatementXml, RefusesAHeadThatSaysAThingTwice) {
  EXPECT_THAT(ProblemsOf(Head("314159268", Element("orgnr", "974760673"))),
              ElementsAre("orgnr: \"974760673\" stands twice"));
  EXPECT_THAT(ProblemsOf(Head() + "<hode></hode>"), ElementsAre("hode: stands twice"));
}

TEST(StatementXml, AFlagIsSetUnlessItIsNo) {
  const auto flag = [](const std::string& text) {
    return Taken(Head("314159268", Element("avviklingsregnskap", text))).in_liquidation;
  };
  EXPECT_TRUE(flag("J"));
  EXPECT_TRUE(flag("ja"));
  EXPECT_FALSE(flag("N"));
  EXPECT_FALSE(flag("n"));
  EXPECT_FALSE(flag(""));
  EXPECT_FALSE(Taken(Head()).in_liquidation);
}

TEST(StatementXml, ReadsEachFlag) {
  const auto with = [](const char* name) { return Taken(Head("314159268", Element(name, "J"))); };
  EXPECT_TRUE(with("mor_i_konsern").is_parent);
  EXPECT_TRUE(with("revisorberetning_ikke_levert").audit_missing);
  EXPECT_TRUE(with("fravalg_revisjon").audit_waived);
  EXPECT_TRUE(with("regler_smaa").by_small_rules);
  EXPECT_EQ(with("ifrs_selskap").rules, AccountingRules::kIfrs);
  EXPECT_EQ(with("forenklet_ifrs_selskap").rules, AccountingRules::kSimplifiedIfrs);
  // The flags of the group do not apply to the company.
  EXPECT_EQ(with("ifrs_konsern").rules, AccountingRules::kGeneral);
  EXPECT_EQ(with("forenklet_ifrs_konsern").rules, AccountingRules::kGeneral);
}

TEST(StatementXml, KeepsPlansThatAreNotServed) {
  EXPECT_EQ(Taken(HeadWith("aarsregnskapstype", "bank")).plan.code, "BANK");
  EXPECT_FALSE(Taken(HeadWith("aarsregnskapstype", "BANK")).plan.IsServed());
}

TEST(StatementXml, SkipsUnknownElements) {
  const std::string strange =
      "<ny><orgnr>974760673</orgnr><info><feltkode>219</feltkode></info></ny>";
  const std::string parts = Part(Head("314159268", strange) + strange + Account("219", "5")) +
                            "<annet>" + Part(Head("974760673")) + "</annet>";
  const ReadPart part = ReadOne(parts);
  EXPECT_THAT(part.problems, IsEmpty());
  EXPECT_EQ(part.statement.number.ToString(), "314159268");
  EXPECT_EQ(part.statement.At(StatementAmount::kAssets)->text(), "5.00");
}

TEST(StatementXml, ABadPartDoesNotTouchTheNext) {
  const Reading reading =
      Read(Bulk(Part(HeadWith("orgnr", "x") + Account("219", "5")) + Part(Head("974760673"))));
  ASSERT_EQ(reading.parts.size(), 2U);
  EXPECT_EQ(reading.parts[0].problems.size(), 1U);
  EXPECT_THAT(reading.parts[1].problems, IsEmpty());
  EXPECT_FALSE(reading.parts[1].statement.At(StatementAmount::kAssets));
}

TEST(StatementXml, NamesComeInTheEncodingOfTheFile) {
  EXPECT_EQ(Taken(Head("314159268", Element("orgform", "\xC6"))).form, "\xC3\x86");
}

TEST(StatementXml, AnEmptyFileHasNoParts) { EXPECT_THAT(Read("<deler/>").parts, IsEmpty()); }

TEST(StatementXml, RejectsOtherFiles) {
  for (const char* text : {"<del/>", "<Deler/>", "<html><deler/></html>"}) {
    const Reading reading = Read(text);
    ASSERT_TRUE(reading.error) << text;
    EXPECT_EQ(reading.error->code, base::Code::kInvalid);
  }
}

TEST(StatementXml, AFileThatIsCutOffIsAnError) {
  const std::string whole = Bulk(Part(Head() + Account("219", "5")));
  for (std::size_t bytes = 60; bytes + 2 < whole.size(); bytes += 7) {
    const Reading reading = Read(whole.substr(0, bytes));
    ASSERT_TRUE(reading.error) << bytes;
    EXPECT_EQ(reading.error->code, base::Code::kCorrupt);
  }
}

TEST(StatementXml, TheExpansionOfEntitiesIsRefused) {
  const Reading reading = Read("<!DOCTYPE deler [<!ENTITY a \"1\">]>\n<deler>" +
                               Part(Head("&a;14159268")) + "</deler>");
  ASSERT_TRUE(reading.error);
  EXPECT_THAT(reading.parts, IsEmpty());
}

}  // namespace
}  // namespace orgreg::ingest
