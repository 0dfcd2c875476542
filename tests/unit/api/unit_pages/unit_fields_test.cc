// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/unit_fields.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "api/pages/page.h"
#include "api/pages/page_place.h"
#include "api/unit_pages/shown_unit.h"
#include "http/message/request.h"
#include "model/kind.h"
#include "model/schema/value.h"
#include "model/unit.h"
#include "model/units/field.h"

namespace orgreg::api {
namespace {

using model::Field;
using model::Kind;
using model::Unit;
using model::ValueKind;

constexpr std::string_view kDay = "2024-03-07";
constexpr std::string_view kNumber = "312300028";

// Markup that names its field.
std::string Marked(const Field& field) { return "<b>\"'&" + field.Path() + "</b>"; }

void Fill(const Field& field, Unit* unit) {
  const model::Row& row = field.row;
  if (row.kind == ValueKind::kLines) {
    *static_cast<model::LineList*>(row.place(unit)) = {Marked(field), std::nullopt, ""};
  }
  if (row.type == nullptr || row.type->take == nullptr || row.kind == ValueKind::kRaw) return;
  std::string text = Marked(field);
  if (row.kind == ValueKind::kDay) text = kDay;
  if (row.kind == ValueKind::kCode) text = kNumber;
  if (row.kind == ValueKind::kAmount) text = "1234567.50";
  const model::Given given{.text = text, .whole = 7654321, .flag = true};
  ASSERT_EQ(row.type->take(given, row.place(unit)), model::kTaken) << field.Path();
}

// A unit in which each member has a value.
Unit FullUnit(Kind kind) {
  Unit unit;
  for (const model::State state : {model::State::kLive, model::State::kDeleted}) {
    for (const Field& field : model::Fields(kind, state)) Fill(field, &unit);
  }
  unit.notices = {{.type = "<b>type", .text = "<b>text", .entered_on = base::Date()}};
  return unit;
}

std::string PageOf(Kind kind, const Unit& unit, std::string_view path) {
  http::Request request;
  request.path = path;
  Page page("unit", request, PlaceOf(request, ""));
  AddFields({.kind = kind, .unit = unit, .page = &page});
  std::string html;
  page.AppendTo(&html);
  return html;
}

// Texts that stand only in a link or nowhere: codes next to their names, and the text of the
// helper-unit code.
bool IsLeftOut(const Field& field) {
  constexpr std::array<std::string_view, 2> kOnlyInLinks = {"landkode", "kommunenummer"};
  if (std::ranges::find(kOnlyInLinks, field.row.name) != kOnlyInLinks.end()) return true;
  return field.Path() == "hjelpeenhetskode.beskrivelse";
}

class UnitFields : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, UnitFields, testing::Values(Kind::kEntity, Kind::kSubEntity));

TEST_P(UnitFields, ShowsEachTextEscaped) {
  const std::string html = PageOf(GetParam(), FullUnit(GetParam()), "/en/unit/312300028");
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_EQ(html.find("\"'&"), std::string::npos);
  for (const Field& field : model::Fields(GetParam())) {
    const bool is_text = field.row.kind == ValueKind::kText || field.row.kind == ValueKind::kLines;
    if (!is_text || IsLeftOut(field)) continue;
    EXPECT_NE(html.find("&amp;" + field.Path() + "&lt;/b&gt;"), std::string::npos) << field.Path();
  }
}

TEST_P(UnitFields, ShowsEachDayAndFlagAndNumberWithItsLabel) {
  const std::string html = PageOf(GetParam(), FullUnit(GetParam()), "/en/unit/312300028");
  const auto count = [&html](std::string_view text) {
    std::size_t found = 0;
    for (std::size_t at = html.find(text); at != std::string::npos; at = html.find(text, at + 1))
      ++found;
    return found;
  };
  std::size_t days = 0;
  std::size_t flags = 0;
  for (const model::State state : {model::State::kLive, model::State::kDeleted}) {
    for (const Field& field : model::Fields(GetParam(), state)) {
      const bool is_again = state == model::State::kDeleted &&
                            std::ranges::find(model::Fields(GetParam()), field.Path(),
                                              &Field::Path) != model::Fields(GetParam()).end();
      // Those of codes are a note, or only in version 1.
      if (is_again || field.group == "organisasjonsform" || field.versions.last == 1) continue;
      days += field.row.kind == ValueKind::kDay ? 1U : 0U;
      flags += field.row.kind == ValueKind::kFlag ? 1U : 0U;
    }
  }
  EXPECT_EQ(count("datetime=\"2024-03-07\""), days);
  EXPECT_EQ(count(">Yes</span>"), flags);
  EXPECT_NE(html.find("7,654,321"), std::string::npos);
}

TEST_P(UnitFields, ShowsNothingOfAnEmptyRecord) {
  const std::string html = PageOf(GetParam(), Unit{}, "/unit/312300028");
  EXPECT_EQ(html.find("group-contact"), std::string::npos);
  EXPECT_EQ(html.find("null"), std::string::npos);
}

TEST(UnitFields, SaysWhichTextsAreInAnotherLanguage) {
  Unit unit;
  unit.purpose = {"Å drive", std::nullopt, "handel."};
  unit.language = "Nynorsk";
  EXPECT_NE(PageOf(Kind::kEntity, unit, "/en/unit/1").find("lang=\"nn\">Å drive handel.<"),
            std::string::npos);
  EXPECT_NE(PageOf(Kind::kEntity, unit, "/nn/unit/1").find("<span>Å drive handel.<"),
            std::string::npos);
}

TEST(UnitFields, ShowsTheHelperUnitCodeWithoutItsText) {
  Unit unit;
  unit.helper_unit = {.code = "70.100", .text = "Hovedkontortjenester"};
  const std::string html = PageOf(Kind::kEntity, unit, "/en/unit/1");
  EXPECT_NE(html.find("70.100"), std::string::npos);
  EXPECT_EQ(html.find("Hovedkontortjenester"), std::string::npos);
  EXPECT_NE(html.find("only to its own group"), std::string::npos);
}

// Plain words in each language; a field that the record lacks is not explained.
TEST(UnitFields, ExplainsTheFieldsThatItShows) {
  Unit unit;
  unit.superior = *base::OrgNumber::Parse(kNumber);
  EXPECT_NE(PageOf(Kind::kSubEntity, unit, "/nb/unit/1").find("Enheten som denne hører til."),
            std::string::npos);
  EXPECT_NE(PageOf(Kind::kSubEntity, unit, "/nn/unit/1").find("Eininga som denne høyrer til."),
            std::string::npos);
  const std::string html = PageOf(Kind::kSubEntity, unit, "/en/unit/1");
  EXPECT_NE(html.find("The entity that this one belongs to."), std::string::npos);
  EXPECT_EQ(html.find("got a new owner"), std::string::npos);
}

TEST(UnitFields, WritesEmployeesBelowFiveAsAClass) {
  Unit unit;
  unit.has_employees = true;
  EXPECT_NE(PageOf(Kind::kEntity, unit, "/en/unit/1").find("<span>1\u20134</span>"),
            std::string::npos);
  unit.has_employees = false;
  EXPECT_NE(PageOf(Kind::kEntity, unit, "/en/unit/1").find("<span>0</span>"), std::string::npos);
}

TEST(UnitFields, LinksOnlyWhatIsSurelyAnAddress) {
  Unit unit;
  unit.website = "javascript:alert(1)";
  unit.email = "post@example.no?bcc=a";
  std::string html = PageOf(Kind::kEntity, unit, "/en/unit/1");
  EXPECT_EQ(html.find("href=\"javascript"), std::string::npos);
  EXPECT_EQ(html.find("mailto:"), std::string::npos);
  unit.website = "www.example.no";
  unit.email = "post@example.no";
  html = PageOf(Kind::kEntity, unit, "/en/unit/1");
  EXPECT_NE(html.find("href=\"https://www.example.no\""), std::string::npos);
  EXPECT_NE(html.find("href=\"mailto:post@example.no\""), std::string::npos);
}

}  // namespace
}  // namespace orgreg::api
