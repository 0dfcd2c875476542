// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/result_unit.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/values/org_number.h"
#include "model/kind.h"
#include "model/limits.h"
#include "model/unit.h"
#include "render/public_form.h"
#include "render/record_json.h"

namespace orgreg::api {
namespace {

using model::Kind;
using model::Unit;

constexpr std::string_view kNumber = "312300028";

model::Address PlaceNamed(const std::string& name) {
  model::Address address;
  address.lines = {"Gata 1"};
  address.postcode = "5221";
  address.city = name + " BY";
  address.municipality = name + " KOMMUNE";
  return address;
}

Unit WholeUnit(Kind kind) {
  Unit unit;
  unit.number = *base::OrgNumber::Parse(kNumber);
  unit.name = "FJELL \"OG\" \\ FJORD";
  unit.form = {.code = "AS", .text = "Aksjeselskap"};
  unit.industries[0] = {.code = "62.100", .text = "Programmering"};
  unit.industries[1] = {.code = "01.110", .text = "Korn"};
  unit.employees = 12;
  unit.has_employees = true;
  (kind == Kind::kEntity ? unit.business_address : unit.location_address) = PlaceNamed("FJELL");
  unit.postal_address = PlaceNamed("POST");
  if (kind == Kind::kEntity) unit.bankrupt = unit.winding_up = unit.compulsory_dissolution = true;
  return unit;
}

// Reads units of a kind. A view is valid as long as the latest record.
class Records {
 public:
  explicit Records(Kind kind) : kind_(kind), reader_(kind) {}

  ResultUnit Read(const Unit& unit) {
    served_.Clear();
    render::AppendServedRecord(kind_, unit, model::kLatestVersion, &served_);
    ResultUnit result;
    EXPECT_TRUE(reader_.Read(served_.form(), &result));
    return result;
  }

 private:
  Kind kind_;
  ResultReader reader_;
  render::PublicText served_;
};

TEST(ResultUnit, HasWhatAResultShows) {
  for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
    Records records(kind);
    const ResultUnit unit = records.Read(WholeUnit(kind));
    EXPECT_EQ(unit.number.ToString(), kNumber);
    EXPECT_EQ(unit.name, "FJELL \"OG\" \\ FJORD");
    EXPECT_EQ(unit.form, "Aksjeselskap");
    EXPECT_EQ(unit.city, "FJELL BY");
    EXPECT_EQ(unit.municipality, "FJELL KOMMUNE");
    EXPECT_EQ(unit.industry, "Programmering");
    EXPECT_EQ(unit.employees, 12);
    const bool has_marks = kind == Kind::kEntity;
    EXPECT_EQ(unit.bankrupt, has_marks);
    EXPECT_EQ(unit.winding_up, has_marks);
    EXPECT_EQ(unit.compulsory_dissolution, has_marks);
  }
}

TEST(ResultUnit, LacksWhatTheRecordLacks) {
  for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
    Records records(kind);
    records.Read(WholeUnit(kind));  // Nothing of one record is left for the next.
    Unit empty;
    empty.number = *base::OrgNumber::Parse(kNumber);
    const ResultUnit unit = records.Read(empty);
    EXPECT_EQ(unit.number.ToString(), kNumber);
    EXPECT_EQ(unit.name, "");
    EXPECT_EQ(unit.form, "");
    EXPECT_EQ(unit.city, "");
    EXPECT_EQ(unit.municipality, "");
    EXPECT_EQ(unit.industry, "");
    EXPECT_EQ(unit.employees, std::nullopt);
    EXPECT_FALSE(unit.bankrupt || unit.winding_up || unit.compulsory_dissolution);
  }
}

TEST(ResultUnit, TakesTheSecondBestForWhatIsMissing) {
  for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
    Records records(kind);
    Unit whole = WholeUnit(kind);
    whole.form.text.reset();
    whole.employees.reset();
    whole.business_address = whole.location_address = {};
    const ResultUnit unit = records.Read(whole);
    EXPECT_EQ(unit.form, "AS");
    EXPECT_EQ(unit.employees, 1);  // One to four.
    EXPECT_EQ(unit.city, "POST BY");
    EXPECT_EQ(unit.municipality, "POST KOMMUNE");
  }
}

TEST(ResultUnit, APlaceWithoutATownIsNotThatOfThePost) {
  Records records(Kind::kEntity);
  Unit whole = WholeUnit(Kind::kEntity);
  whole.business_address.city.reset();
  const ResultUnit unit = records.Read(whole);
  EXPECT_EQ(unit.city, "");
  EXPECT_EQ(unit.municipality, "FJELL KOMMUNE");
}

TEST(ResultUnit, DamagedRecordsAreRefused) {
  ResultReader reader(Kind::kEntity);
  ResultUnit unit;
  for (const std::string_view json : {
           "",
           "{",
           "{}",
           "[]",
           R"({"organisasjonsnummer":"312300028")",
           R"({"organisasjonsnummer":312300028})",
           R"({"organisasjonsnummer":"31230002"})",
           R"({"organisasjonsnummer":"312300028","navn":null})",
           R"({"organisasjonsnummer":"312300028"}{)",
       })
    EXPECT_FALSE(reader.Read(render::PublicForm(json), &unit)) << json;
  EXPECT_TRUE(reader.Read(render::PublicForm(R"({"organisasjonsnummer":"312300028"})"), &unit));
}

}  // namespace
}  // namespace orgreg::api
