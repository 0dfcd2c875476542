// SPDX-License-Identifier: EUPL-1.2

#include "model/units/normalise.h"

#include <gtest/gtest.h>

#include "model/units/parameters.h"

namespace orgreg::model {
namespace {

struct EmployeeCase {
  Count given;
  Flag has_given;
  Count kept;
  Flag has_kept;
  Count in_filters;
};

// Spec, Versioning: below five only the class is known.
TEST(Normalise, KeepsFewEmployeesAsAClass) {
  const EmployeeCase cases[] = {
      {std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt},
      {0, std::nullopt, std::nullopt, false, 0},
      {3, std::nullopt, std::nullopt, true, 1},
      {4, true, std::nullopt, true, 1},
      {5, std::nullopt, 5, true, 5},
      {214, true, 214, true, 214},
      {std::nullopt, true, std::nullopt, true, 1},
      {std::nullopt, false, std::nullopt, false, 0},
      {7, false, 7, true, 7},
  };
  for (const EmployeeCase& example : cases) {
    Unit unit{.employees = example.given, .has_employees = example.has_given};
    Normalise(Kind::kEntity, &unit);
    EXPECT_EQ(unit.employees, example.kept);
    EXPECT_EQ(unit.has_employees, example.has_kept);
    EXPECT_EQ(EmployeeClass(unit), example.in_filters);
  }
}

TEST(Normalise, MovesTheHelperUnitCodeAndVersion1PutsItBack) {
  Unit unit;
  unit.industries[0] = {.code = "62.010", .text = "Programmeringstjenester"};
  unit.industries[1] = {.code = "70.100", .text = "Hovedkontortjenester", .is_helper_unit = true};
  Normalise(Kind::kEntity, &unit);
  EXPECT_EQ(unit.helper_unit.code, "70.100");
  EXPECT_FALSE(unit.industries[1].code);

  const Unit older = AsVersion1(unit);
  EXPECT_EQ(older.industries[1].code, "70.100");
  EXPECT_EQ(older.industries[1].is_helper_unit, true);
  EXPECT_EQ(older.employees, 0);
}

TEST(Normalise, ClosesTheGapAHelperUnitCodeLeaves) {
  Unit unit;
  unit.industries[0] = {.code = "70.100", .is_helper_unit = true};
  unit.industries[1] = {.code = "62.010"};
  Normalise(Kind::kEntity, &unit);
  EXPECT_EQ(unit.industries[0].code, "62.010");
  EXPECT_FALSE(unit.industries[1].code);
}

TEST(Normalise, LeavesNothingOfARemovedRecordButNumberAndDay) {
  Unit unit{.state = State::kRemoved, .number = base::OrgNumber(312308010), .name = "NAVN"};
  unit.deleted_on = base::Date::FromDays(1);
  unit.business_address.city = "OSLO";
  unit.unknown.push_back({.group = "", .name = "x", .json = "1"});
  Normalise(Kind::kEntity, &unit);
  Unit expected{.state = State::kRemoved, .number = base::OrgNumber(312308010)};
  expected.deleted_on = base::Date::FromDays(1);
  EXPECT_EQ(unit, expected);
}

}  // namespace
}  // namespace orgreg::model
