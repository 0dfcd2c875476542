// SPDX-License-Identifier: EUPL-1.2

#include "render/record_json.h"

#include <gtest/gtest.h>

#include "model/limits.h"
#include "unit/render/sample_units.h"

namespace orgreg::render {
namespace {

model::Unit Example() {
  model::Unit unit{.number = base::OrgNumber(312301016), .name = "FJELLVIK AVD BERGEN"};
  unit.form = {.code = "SÆR", .text = "Annet"};
  unit.superior = base::OrgNumber(312300028);
  return unit;
}

std::string Plain(model::Kind kind, const model::Unit& unit, model::Form form) {
  std::string out;
  AppendRecord(kind, unit, form, &out);
  return out;
}

std::string Served(model::Kind kind, const model::Unit& unit, int version = model::kLatestVersion) {
  PublicText served;
  AppendServedRecord(kind, unit, version, &served);
  std::string out;
  served.form().AppendTo("https://h", &out);
  return out;
}

TEST(AppendRecord, LinksToItselfItsFormAndItsSuperior) {
  EXPECT_EQ(
      Served(model::Kind::kSubEntity, Example()),
      R"({"organisasjonsnummer":"312301016","navn":"FJELLVIK AVD BERGEN","organisasjonsform":{"kode":"SÆR","beskrivelse":"Annet",)"
      R"("_links":{"self":{"href":"https://h/enhetsregisteret/api/organisasjonsformer/S%C3%86R"}}},"overordnetEnhet":"312300028",)"
      R"("_links":{"self":{"href":"https://h/enhetsregisteret/api/underenheter/312301016"},)"
      R"("overordnetEnhet":{"href":"https://h/enhetsregisteret/api/enheter/312300028"}},"respons_klasse":"Underenhet"})");
}

// A file has the served record, without the links.
TEST(AppendServedRecord, HasLinksAsInsets) {
  for (const model::Kind kind : model::kUnitKinds) {
    for (model::Unit unit : SampleUnits(kind)) {
      for (const model::State state :
           {model::State::kLive, model::State::kDeleted, model::State::kRemoved}) {
        unit.state = state;
        PublicText served;
        AppendServedRecord(kind, unit, model::kLatestVersion, &served);
        std::string plain;
        served.form().AppendPlainTo(&plain);
        ASSERT_EQ(plain, Rendered(kind, unit));
      }
    }
  }
}

TEST(AppendRecord, ReducesDeletedAndRemovedRecords) {
  model::Unit deleted = Example();
  deleted.state = model::State::kDeleted;
  deleted.superior.reset();  // Normalised away; see model/units/normalise.h.
  deleted.deleted_on = base::Date::Parse("2024-03-09");
  EXPECT_EQ(
      Served(model::Kind::kSubEntity, deleted),
      R"({"organisasjonsnummer":"312301016","navn":"FJELLVIK AVD BERGEN","organisasjonsform":{"kode":"SÆR","beskrivelse":"Annet",)"
      R"("_links":{"self":{"href":"https://h/enhetsregisteret/api/organisasjonsformer/S%C3%86R"}}},"slettedato":"2024-03-09",)"
      R"("_links":{"self":{"href":"https://h/enhetsregisteret/api/underenheter/312301016"}},"respons_klasse":"SlettetUnderEnhet"})");
  model::Unit removed{.state = model::State::kRemoved, .number = base::OrgNumber(312303019)};
  removed.deleted_on = base::Date::Parse("2024-03-09");
  EXPECT_EQ(
      Served(model::Kind::kSubEntity, removed),
      R"({"organisasjonsnummer":"312303019","slettedato":"2024-03-09","_links":{"self":{"href":"https://h/enhetsregisteret/api/underenheter/312303019"}}})");
}

TEST(AppendRecord, HasNothingLaterInVersion1) {
  model::Unit unit = Example();
  unit.unknown.push_back({.group = "kapital", .name = "klasse", .json = "1"});
  unit.unknown.push_back({.group = "", .name = "ny", .json = "1"});
  const std::string text = Plain(model::Kind::kEntity, unit, model::Form::kServedV1);
  EXPECT_EQ(text.find("kapital"), std::string::npos) << text;
  EXPECT_EQ(text.find("ny\""), std::string::npos) << text;
}

TEST(AppendRecord, HasNoRecordClassInVersion1) {
  EXPECT_EQ(Served(model::Kind::kEntity, Example(), 1).find("respons_klasse"), std::string::npos);
}

TEST(AppendRecord, LeavesOutEmptyObjectsAndKeepsEmptyLists) {
  model::Unit unit = Example();
  unit.postal_address.lines.emplace();
  const std::string text = Plain(model::Kind::kEntity, unit, model::Form::kServed);
  EXPECT_NE(text.find(R"("postadresse":{"adresse":[]})"), std::string::npos);
  EXPECT_EQ(text.find("kapital"), std::string::npos);
}

}  // namespace
}  // namespace orgreg::render
