// SPDX-License-Identifier: EUPL-1.2

// The files of the two registers next to the entity register.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "render/cells/csv_cells.h"
#include "render/cells/voluntary_csv.h"
#include "render/party_csv.h"
#include "render/record_json.h"

namespace orgreg::render {
namespace {

using model::Unit;
using model::Voluntary;

Unit Entity() {
  Unit unit{.number = base::OrgNumber(312305011), .name = "LAGET \"NORD\""};
  unit.form = {.code = "FLI", .text = "Forening/lag/innretning"};
  unit.business_address = {.country = "Norge",
                           .country_code = "NO",
                           .postcode = "0150",
                           .city = "OSLO",
                           .lines = {{"c/o Hansen", std::nullopt, "Gata \"1\", 2"}},
                           .municipality = "OSLO",
                           .municipality_number = "0301"};
  unit.postal_address = {.country = "Sverige", .city = "111 22 STOCKHOLM"};
  unit.phone = "51 00 00 00";
  unit.mobile = "900 00 000";
  unit.email = "post@example.org";
  return unit;
}

std::string Rendered(const Unit& unit) {
  std::string out;
  AppendRecord(model::Kind::kEntity, unit, model::Form::kServed, &out);
  return out;
}

constexpr std::string_view kEntityCells =
    "\"312305011\",\"LAGET \"\"NORD\"\"\",\"FLI\",\"Forening/lag/innretning\","
    "\"Norge\",\"NO\",\"0150\",\"OSLO\",\"c/o Hansen\nGata \"\"1\"\", 2\",\"OSLO\",\"0301\","
    "\"Sverige\",\"\",\"\",\"111 22 STOCKHOLM\",\"\",\"\",\"\",\"51 00 00 00\",\"900 00 000\"";

TEST(VoluntaryCsv, HasItsOwnCellsBetweenTheEntitysCells) {
  VoluntaryCsvRows rows;
  std::string out;
  ASSERT_TRUE(rows.Append(base::OrgNumber(312305011), "\"own\"", Rendered(Entity()), &out));
  EXPECT_EQ(out, std::string(kEntityCells) + ",\"own\",\"post@example.org\"\n");
}

TEST(VoluntaryCsv, HasOnlyTheNumberIfTheEntityIsUnknown) {
  VoluntaryCsvRows rows;
  std::string out;
  std::string own;
  AppendVoluntaryCells(Voluntary{.number = base::OrgNumber(7)}, &own);
  ASSERT_TRUE(rows.Append(base::OrgNumber(7), own, "", &out));
  std::string expected = "\"000000007\"";
  for (int cell = 1; cell < 40; ++cell) expected += ",\"\"";
  EXPECT_EQ(out, expected + "\n");
}

TEST(VoluntaryCsv, KeepsNothingOfTheRowBefore) {
  VoluntaryCsvRows rows;
  std::string out;
  ASSERT_TRUE(rows.Append(base::OrgNumber(312305011), "\"own\"", Rendered(Entity()), &out));
  out.clear();
  ASSERT_TRUE(rows.Append(base::OrgNumber(7), "\"own\"", "", &out));
  EXPECT_EQ(out.find("NORD"), std::string::npos);
}

TEST(VoluntaryCsv, RejectsInvalidRecords) {
  VoluntaryCsvRows rows;
  std::string out;
  for (const char* broken : {"{", "[]", "null", "{\"navn\":1}", "{\"navn\":\"x\""}) {
    EXPECT_FALSE(rows.Append(base::OrgNumber(7), "\"own\"", broken, &out)) << broken;
  }
}

TEST(VoluntaryCsv, ShowsThreeCategoriesWithTheirNames) {
  Voluntary record{.number = base::OrgNumber(7)};
  record.entered_on = base::Date::Parse("2024-04-11");
  record.categories.emplace();
  for (const char* code : {"1100", "99999", "10", "12"}) {
    record.categories->push_back({.code = code});
  }
  record.has_articles = true;
  record.reports_accounts = false;
  record.accounting_year_ends = "30.06";
  record.last_accounts_year = 2024;
  record.takes_lottery_share = true;
  record.account_number = "1\"2";
  record.notices.emplace();
  std::string out;
  AppendVoluntaryCells(record, &out);
  EXPECT_EQ(out,
            "\"2024-04-11\",\"\",\"1100\",\"Kunst og kultur\",\"99999\",\"\",\"10\","
            "\"Tros- og livssynsorganisasjoner\",\"true\",\"\",\"false\",\"30.06\",\"2024\",\"\","
            "\"true\",\"\",\"\",\"1\"\"2\",\"NO\"");
}

TEST(VoluntaryCsv, BeginsWithAHeaderOfForty) {
  std::string out;
  AppendVoluntaryCsvHeader(&out);
  EXPECT_TRUE(out.starts_with("\"organisasjonsnummer\",\"navn\",\"organisasjonsform.kode\","));
  EXPECT_TRUE(out.ends_with(",\"paategninger\",\"epostadresse\"\n"));
  EXPECT_EQ(std::ranges::count(out, ','), 39);
}

TEST(PartyCsv, WritesALineOfTwelveCells) {
  std::string stored;
  AppendStoredParty(Entity(), &stored);
  std::string out;
  ASSERT_TRUE(AppendPartyCsvRow(stored, &out));
  EXPECT_EQ(out,
            "\"312305011\",\"LAGET \"\"NORD\"\"\",\"FLI\",\"c/o Hansen\nGata \"\"1\"\", 2\","
            "\"0150\",\"0301\",\"OSLO\",\"Norge\",\"\",\"\",\"111 22 STOCKHOLM\",\"Sverige\"\n");
}

TEST(PartyCsv, StoresNoClassOfRecordAndNoLinks) {
  std::string stored;
  Unit unit{.number = base::OrgNumber(7), .name = "P"};
  unit.form.code = "PARTI";
  AppendStoredParty(unit, &stored);
  EXPECT_EQ(stored, R"({"organisasjonsnummer":"000000007","navn":"P","organisasjonsform":)"
                    R"({"kode":"PARTI"}})");
}

TEST(PartyCsv, RejectsInvalidEntries) {
  std::string out;
  for (const char* broken : {"", "{", "[]", "{\"navn\":[]}"}) {
    EXPECT_FALSE(AppendPartyCsvRow(broken, &out)) << broken;
  }
}

TEST(CsvText, DoublesQuotationMarks) {
  std::string out;
  AppendCsvText("", &out);
  AppendCsvText("\"", &out);
  AppendCsvText("a\"b\"\"c", &out);
  AppendCsvText("x,\n", &out);
  EXPECT_EQ(out, "\"\"\"\"\"\"\"a\"\"b\"\"\"\"c\"\"x,\n\"");
}

}  // namespace
}  // namespace orgreg::render
