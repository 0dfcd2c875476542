// SPDX-License-Identifier: EUPL-1.2

#include "model/codes/value_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "model/units/field.h"
#include "model/units/odd_values.h"

namespace orgreg::model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kNul("\0", 1);

struct Case {
  Rule rule = Rule::kText;
  std::vector<std::string> followed = {};
  std::vector<std::string> broken = {};
};

TEST(BreachOf, HoldsEachValueToItsRule) {
  const std::string nul = "a" + std::string(kNul);
  const Case cases[] = {
      {Rule::kText,
       {"", " ", "a\nb", "a\tb", "Blåbær", "\u00A0", "\u00FF", "日本"},
       {"a\rb", "\x01", "\x1F", "\x7F", nul, "\u0080", "\u009F", "a\u0085b"}},
      {Rule::kLine, {"", " ", "NO", "É\u00A0"}, {"a\nb", "a\tb", "a\r", "\x7F", nul, "\u0081"}},
      {Rule::kName,
       {"A", "-", " A ", "Ø"},
       {"", " ", "  ", "\t", "\n", "\u00A0", " \u2003\u3000 ", "\u200B", "A\nB", "A\tB",
        "A\u0090"}},
      {Rule::kFourDigits,
       {"0000", "1234", "9999"},
       {"", "123", "12345", " 123", "123 ", "12a4", "-123", "+123", "１２３４", "12.4", "1234\n"}},
      {Rule::kOrganisationForm,
       {"AS", "SÆR", "UTBG", "BEDR"},
       {"", "as", "AS ", "ZZZ", "AS\n", "A"}},
      {Rule::kIndustryCode,
       {"J", "62", "62.0", "62.01", "62.010", "00.000"},
       {"", "j", "6", "62.", "620", "62010", "62,010", "62.0100", "62.01a", " 62.010", "W"}},
      {Rule::kOrgNumber, {"312300028"}, {"", "31230002", "3123000281", "31230002x", " 12300028"}},
  };
  for (const Case& one : cases) {
    const int rule = static_cast<int>(one.rule);
    for (const std::string& text : one.followed)
      EXPECT_EQ(BreachOf(one.rule, text), "") << rule << ": " << text;
    for (const std::string& text : one.broken)
      EXPECT_NE(BreachOf(one.rule, text), "") << rule << ": " << text;
  }
}

TEST(BreachOf, NamesTheRule) {
  EXPECT_EQ(BreachOf(Rule::kFourDigits, "12"), "is not four digits");
  EXPECT_EQ(BreachOf(Rule::kName, " "), "is blank");
  EXPECT_EQ(BreachOf(Rule::kName, "A\n"), "holds a control character");
  EXPECT_EQ(BreachOf(Rule::kText, "A\r"), "holds a control character other than line feed and tab");
}

// A spreadsheet counts in units of UTF-16.
TEST(BreachOf, TakesNamesAsLongAsACell) {
  const auto repeated = [](std::string_view one, std::size_t count) {
    std::string text;
    for (std::size_t at = 0; at < count; ++at) text.append(one);
    return text;
  };
  for (const Rule rule : {Rule::kName, Rule::kLine}) {
    EXPECT_EQ(BreachOf(rule, repeated("a", 32'767)), "");
    EXPECT_EQ(BreachOf(rule, repeated("Å", 32'767)), "");
    EXPECT_EQ(BreachOf(rule, repeated("語", 32'767)), "");
    EXPECT_EQ(BreachOf(rule, repeated("😀", 16'383) + "a"), "");
    EXPECT_EQ(BreachOf(rule, repeated("a", 32'768)), kTooLongForCell);
    EXPECT_EQ(BreachOf(rule, repeated("Å", 32'768)), kTooLongForCell);
    EXPECT_EQ(BreachOf(rule, repeated("語", 32'768)), kTooLongForCell);
    EXPECT_EQ(BreachOf(rule, repeated("😀", 16'384)), kTooLongForCell);
  }
  // Purposes and activities may be longer: their lines are joined in a cell anyhow.
  EXPECT_EQ(BreachOf(Rule::kText, repeated("a", 40'000)), "");
  EXPECT_NE(kTooLongForCell.find(std::to_string(kMostCellUnits)), std::string_view::npos);
}

// What is too long is not repeated.
TEST(OddValues, NameTheMemberThatIsTooLong) {
  Unit unit;
  unit.name = std::string(40'000, 'N');
  const OddValues odd = OddValuesOf(Kind::kEntity, unit);
  ASSERT_EQ(odd.size(), 1U);
  EXPECT_EQ(odd.front().path, "navn");
  EXPECT_EQ(odd.front().value, "");
  EXPECT_FALSE(odd.front().may_stay());
}

// Every text of the tables that is a code of digits or a name; none may lose its rule unseen.
TEST(Fields, RulesOfTheEntityTable) {
  std::vector<std::string> four_digits;
  std::vector<std::string> codes;
  std::vector<std::string> names;
  for (const Field& field : Fields(Kind::kEntity)) {
    if (field.row.traits.rule == Rule::kFourDigits) four_digits.push_back(field.Path());
    if (field.row.traits.rule == Rule::kIndustryCode ||
        field.row.traits.rule == Rule::kOrganisationForm)
      codes.push_back(field.Path());
    if (field.row.traits.rule == Rule::kName) names.push_back(field.Path());
  }
  EXPECT_THAT(four_digits,
              ElementsAre("postadresse.postnummer", "postadresse.kommunenummer",
                          "forretningsadresse.postnummer", "forretningsadresse.kommunenummer",
                          "institusjonellSektorkode.kode", "sisteInnsendteAarsregnskap"));
  EXPECT_THAT(codes,
              ElementsAre("organisasjonsform.kode", "naeringskode1.kode", "naeringskode2.kode",
                          "naeringskode3.kode", "hjelpeenhetskode.kode"));
  EXPECT_THAT(names, ElementsAre("navn"));
}

Lines LinesOf(std::vector<std::optional<std::string>> lines) { return lines; }

std::vector<std::string> Told(const OddValues& values) {
  std::vector<std::string> reported;
  for (const OddValue& odd : values)
    reported.push_back(odd.path + ": " + std::string(odd.reason) + " <" + odd.value + ">");
  return reported;
}

TEST(OddValuesOf, NamesEveryOneInTheOrderOfTheTable) {
  Unit unit;
  unit.name = " ";
  unit.form.code = "XX";
  unit.postal_address.postcode = "12";
  unit.postal_address.lines = LinesOf({"Storgata 1", "", std::nullopt, "a\x01"});
  unit.industries[1].code = "62010";
  unit.notices = std::vector<Notice>{{.type = "NA\nVN", .text = "to\nlinjer"}, {.text = "\x02"}};
  EXPECT_THAT(
      Told(OddValuesOf(Kind::kEntity, unit)),
      ElementsAre("navn: is blank < >",
                  "organisasjonsform.kode: is not a known organisation form <XX>",
                  "postadresse.postnummer: is not four digits <12>",
                  "postadresse.adresse[3]: holds a control character other than line feed and tab "
                  "<a\x01>",
                  "naeringskode2.kode: is not an industrial code <62010>",
                  "paategninger[0].infotype: holds a control character <NA\nVN>",
                  "paategninger[1].tekst: holds a control character other than line feed and tab "
                  "<\x02>"));
}

TEST(OddValuesOf, FindsNothingInOrdinaryUnits) {
  Unit unit;
  unit.name = "FJELLVIK AS";
  unit.form.code = "AS";
  unit.postal_address = {.country_code = "NO", .postcode = "0150", .municipality_number = "0301"};
  unit.postal_address.lines = LinesOf({"", std::nullopt});
  unit.activity = LinesOf({"Linje\tmed\nbrudd"});
  unit.sector.code = "2100";
  unit.last_accounts_year = "2024";
  EXPECT_THAT(Told(OddValuesOf(Kind::kEntity, unit)), IsEmpty());
}

TEST(OddValuesOf, ChecksOnlyTheMembersOfAReducedRecord) {
  Unit unit;
  unit.state = State::kDeleted;
  unit.name = "\t";
  unit.postal_address.postcode = "12";
  EXPECT_THAT(Told(OddValuesOf(Kind::kSubEntity, unit)), ElementsAre("navn: is blank <\t>"));
}

}  // namespace
}  // namespace orgreg::model
