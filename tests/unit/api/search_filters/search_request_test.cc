// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/search_request.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace orgreg::api {
namespace {

using model::Kind;

std::string WithPlace(std::string_view place, Kind kind = Kind::kEntity) {
  return WithPlace(SearchAddress(), kind, place).ToQuery();
}

TEST(WithPlace, TakesAMunicipalityByItsNameOrNumber) {
  EXPECT_EQ(WithPlace("oslo"), "kommunenummer=0301");
  EXPECT_EQ(WithPlace("Bergen", Kind::kSubEntity), "kommunenummer=4601");
  EXPECT_EQ(WithPlace("4601"), "kommunenummer=4601");
}

TEST(WithPlace, TakesAllMunicipalitiesOfAName) {
  EXPECT_EQ(WithPlace("Herøy"), "kommunenummer=1515,1818");
}

TEST(WithPlace, TakesOtherNamesAsPostTowns) {
  EXPECT_EQ(WithPlace("Nesttun"), "forretningsadresse.poststed=Nesttun");
  EXPECT_EQ(WithPlace("Nesttun", Kind::kSubEntity), "beliggenhetsadresse.poststed=Nesttun");
  EXPECT_EQ(WithPlace("030"), "forretningsadresse.poststed=030");
}

TEST(WithPlace, AddsToThePlacesThatAreSet) {
  const SearchAddress oslo = SearchAddress().With("kommunenummer", "0301");
  EXPECT_EQ(WithPlace(oslo, Kind::kEntity, "bergen").ToQuery(), "kommunenummer=0301,4601");
}

TEST(WithPlace, DoesNotAskForATownAndAMunicipality) {
  const SearchAddress town = SearchAddress().With("forretningsadresse.poststed", "SANDVIKA");
  EXPECT_EQ(WithPlace(town, Kind::kEntity, "Oslo").ToQuery(), "kommunenummer=0301");
  EXPECT_EQ(WithPlace(town, Kind::kEntity, "0301").ToQuery(), "kommunenummer=0301");
  const SearchAddress oslo = SearchAddress().With("kommunenummer", "0301");
  EXPECT_EQ(WithPlace(oslo, Kind::kEntity, "Sandvika").ToQuery(),
            "forretningsadresse.poststed=Sandvika");
}

TEST(WithPlace, TakesATownWithItsMunicipality) {
  EXPECT_EQ(WithPlace("NESTTUN, BERGEN"), "kommunenummer=4601");
  EXPECT_EQ(WithPlace("Bergen, Nesttun"), "forretningsadresse.poststed=Bergen,%20Nesttun");
  EXPECT_EQ(WithPlace("Nesttun,"), "forretningsadresse.poststed=Nesttun,");
}

}  // namespace
}  // namespace orgreg::api
