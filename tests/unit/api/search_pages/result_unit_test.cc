// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/result_unit.h"

#include <gtest/gtest.h>

#include <string>

#include "api/interface/served_unit.h"
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

model::Address PlaceNamed(const std::string& name) {
  model::Address address;
  address.lines = {"Gata 1"};
  address.postcode = "5221";
  address.city = name + " BY";
  address.municipality = name + " KOMMUNE";
  return address;
}

Unit UnitOfKind(Kind kind) {
  Unit unit;
  unit.number = *base::OrgNumber::Parse("312300028");
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

void ExpectSamePlace(const model::Address& read, const model::Address& whole) {
  EXPECT_EQ(read.city, whole.city);
  EXPECT_EQ(read.municipality, whole.municipality);
}

TEST(ResultUnit, HasWhatAResultShowsAndNothingElse) {
  for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
    render::PublicText served;
    render::AppendServedRecord(kind, UnitOfKind(kind), model::kLatestVersion, &served);
    const Unit read = ResultUnit(kind, served.form());
    const Unit whole = UnitOf(kind, served.form());
    EXPECT_EQ(read.number, whole.number);
    EXPECT_EQ(read.name, "FJELL \"OG\" \\ FJORD");
    EXPECT_EQ(read.form.code, "AS");
    EXPECT_EQ(read.form.text, whole.form.text);
    EXPECT_EQ(read.industries[0].text, "Programmering");
    EXPECT_EQ(read.industries[1].text, std::nullopt);
    EXPECT_EQ(read.employees, 12);
    EXPECT_EQ(read.has_employees, whole.has_employees);
    EXPECT_EQ(read.bankrupt, whole.bankrupt);
    EXPECT_EQ(read.winding_up, whole.winding_up);
    EXPECT_EQ(read.compulsory_dissolution, whole.compulsory_dissolution);
    ExpectSamePlace(read.business_address, whole.business_address);
    ExpectSamePlace(read.location_address, whole.location_address);
    ExpectSamePlace(read.postal_address, whole.postal_address);
    EXPECT_EQ(read.postal_address.postcode, std::nullopt);
  }
}

}  // namespace
}  // namespace orgreg::api
