// SPDX-License-Identifier: EUPL-1.2

#include "render/voluntary_json.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "render/body_json.h"
#include "render/list_json.h"

namespace orgreg::render {
namespace {

using model::Voluntary;

base::Date DayOf(std::string_view text) { return base::Date::Parse(text).value_or(base::Date()); }

Voluntary Whole() {
  Voluntary record{.number = base::OrgNumber(312305011)};
  record.status = "aktiv";
  record.account_number = "12345678903";
  record.entered_on = DayOf("2024-04-11");
  record.first_entered_on = DayOf("2009-06-01");
  record.takes_lottery_share = false;
  record.excluded_from = DayOf("2025-01-01");
  record.excluded_to = DayOf("2025-12-31");
  record.reports_accounts = true;
  record.accounting_year_ends = "31.12";
  record.last_accounts_year = 2024;
  record.last_accounts_registered_on = DayOf("2025-07-01");
  record.has_articles = true;
  record.articles_updated_on = DayOf("2023-03-15");
  record.categories.emplace();
  record.categories->push_back(
      {.category = "ICNPOKategori.kunstOgKultur", .code = "1100", .order = 1});
  record.categories->push_back({.category = {}, .code = "99999", .order = 2});
  record.notices.emplace();
  record.notices->push_back(
      {.information_type = "informasjonstype.organisasjonsnummer", .text = "Sier \"nei\""});
  return record;
}

std::string Served(const Voluntary& record, CategoryNames names) {
  RecordColumns columns;
  AppendVoluntaryColumns(record, &columns);
  std::string out;
  AppendVoluntary(columns.served.form(), names, "https://host", &out);
  return out;
}

constexpr std::string_view kBeforeName =
    R"({"organisasjonsnummer":"312305011","frivilligOrganisasjonsstatus":"aktiv",)"
    R"("kontonummer":"12345678903","innfoertDato":"2024-04-11",)"
    R"("foersteGangInnfoert":"2009-06-01","grasrotandel":{"deltarI":false,)"
    R"("utestengelsesperiode":{"fraDato":"2025-01-01","tilDato":"2025-12-31"}},)"
    R"("regnskapsrapportering":{"harPaatattSegRapporteringsplikt":true,)"
    R"("avslutningsdatoForRegnskapsperiode":"31.12","sistInnsendteAarsregnskap":)"
    R"({"regnskapsaar":2024,"registreringsdato":"2025-07-01"}},"vedtekter":)"
    R"({"frivilligRegistrerteVedtekter":true,"sistOppdaterteVedtekter":"2023-03-15"},)"
    R"("icnpoKategorier":[{"kategori":"ICNPOKategori.kunstOgKultur","icnpoNummer":"1100")";
constexpr std::string_view kBehindName =
    R"(,"rekkefoelge":1},{"icnpoNummer":"99999","rekkefoelge":2}],"paategninger":)"
    R"([{"identifikatorInformasjonstype":"informasjonstype.organisasjonsnummer",)"
    R"("paategning":"Sier \"nei\""}])";
constexpr std::string_view kLinks =
    R"(,"_links":{"self":{"href":"https://host/frivillighetsregisteret/api/)"
    R"(frivillige-organisasjoner/312305011"}}})";

TEST(VoluntaryJson, ShowsNamesOfCategoriesOnlyIfALanguageIsGiven) {
  EXPECT_EQ(Served(Whole(), CategoryNames::kShown),
            std::string(kBeforeName) + R"(,"navn":"Kunst og kultur")" + std::string(kBehindName) +
                std::string(kLinks));
}

TEST(VoluntaryJson, LeavesNamesOutForAllOthers) {
  EXPECT_EQ(Served(Whole(), CategoryNames::kLeftOut),
            std::string(kBeforeName) + std::string(kBehindName) + std::string(kLinks));
}

TEST(VoluntaryJson, IsStoredWithoutNamesAndLinks) {
  std::string stored;
  AppendBody(model::kVoluntarySchema, Whole(), model::Form::kStored, &stored);
  EXPECT_EQ(stored, std::string(kBeforeName) + std::string(kBehindName) + "}");
}

TEST(VoluntaryJson, LeavesOutAbsentMembersAndKeepsEmptyLists) {
  Voluntary record{.number = base::OrgNumber(312305011)};
  std::string stored;
  AppendBody(model::kVoluntarySchema, record, model::Form::kStored, &stored);
  EXPECT_EQ(stored, R"({"organisasjonsnummer":"312305011"})");
  record.categories.emplace();
  record.notices.emplace();
  record.excluded_to = DayOf("2025-12-31");
  stored.clear();
  AppendBody(model::kVoluntarySchema, record, model::Form::kStored, &stored);
  EXPECT_EQ(stored, R"({"organisasjonsnummer":"312305011","grasrotandel":{"utestengelsesperiode":)"
                    R"({"tilDato":"2025-12-31"}},"icnpoKategorier":[],"paategninger":[]})");
}

TEST(VoluntaryJson, IsReducedOnceItIsStruckOff) {
  Voluntary record = Whole();
  record.struck_off_on = DayOf("2026-01-02");
  const std::string expected =
      R"({"organisasjonsnummer":"312305011","frivilligOrganisasjonsstatus":"aktiv",)"
      R"("slettetDato":"2026-01-02")";
  EXPECT_EQ(Served(record, CategoryNames::kShown), expected + std::string(kLinks));
  RecordColumns columns;
  AppendVoluntaryColumns(record, &columns);
  EXPECT_TRUE(IsStruckOff(RecordView(model::Kind::kVoluntary, columns)));
  EXPECT_EQ(columns.cells, "");
  EXPECT_EQ(columns.served.text.find("12345678903"), std::string::npos);
}

TEST(VoluntaryJson, IsNotStruckOffBecauseATextSaysSo) {
  Voluntary record = Whole();
  record.status = "\x01\x02\x03\x04\"slettetDato\":\"2026-01-02\"";
  RecordColumns columns;
  AppendVoluntaryColumns(record, &columns);
  EXPECT_FALSE(IsStruckOff(RecordView(model::Kind::kVoluntary, columns)));
  const std::string served = Served(record, CategoryNames::kShown);
  EXPECT_NE(served.find(R"("\u0001\u0002\u0003\u0004\"slettetDato\":\"2026-01-02\"")"),
            std::string::npos);
  EXPECT_TRUE(served.ends_with(kLinks));
}

TEST(VoluntaryJson, EqualsTheStoredFormWithoutInsets) {
  RecordColumns columns;
  AppendVoluntaryColumns(Whole(), &columns);
  std::string plain;
  columns.served.form().AppendPlainTo(&plain);
  std::string stored;
  AppendBody(model::kVoluntarySchema, Whole(), model::Form::kStored, &stored);
  EXPECT_EQ(plain, stored);
}

TEST(VoluntaryJson, KeepsTheFilesCells) {
  Voluntary record = Whole();
  record.account_number = "\x04\x02";
  RecordColumns columns;
  AppendVoluntaryColumns(record, &columns);
  EXPECT_TRUE(columns.cells.starts_with(R"("2024-04-11","2009-06-01","1100",)"));
  EXPECT_TRUE(columns.cells.ends_with("\"2025-12-31\",\"\x04\x02\",\"YES\""));
}

TEST(ListJson, WritesItemsAndLinks) {
  std::string out;
  const std::vector<std::string> items = {R"({"a":1})", R"({"a":2})"};
  AppendList({.collection = "things", .self = "https://host/x", .next = "https://host/x?a=1"},
             items, &out);
  EXPECT_EQ(out, R"({"_embedded":{"things":[{"a":1},{"a":2}]},"_links":{"self":{"href":)"
                 R"("https://host/x"},"next":{"href":"https://host/x?a=1"}}})");
}

TEST(ListJson, HasNothingEmbeddedIfItIsEmpty) {
  std::string out;
  AppendList({.collection = "things", .self = "https://host/x"}, {}, &out);
  EXPECT_EQ(out, R"({"_links":{"self":{"href":"https://host/x"}}})");
}

}  // namespace
}  // namespace orgreg::render
