// SPDX-License-Identifier: EUPL-1.2

#include <algorithm>
#include <cstdint>

#include "base/values/date.h"
#include "model/codes/code_lists.h"
#include "tools/units/unit.h"
#include "tools/values/lists.h"
#include "tools/values/members.h"
#include "tools/values/words.h"

namespace orgreg::tools {
namespace {

// Units that every register has among its deleted ones, by index within their kind: the
// municipality that public bodies still name as their superior, and a form that no longer exists.
constexpr std::uint64_t kDeletedMunicipality = 0;
constexpr std::uint64_t kExpiredForm = 1;
constexpr double kClosureKnown = 45;

const FormProfile& ProfileOf(const PlannedUnit& planned, Random* random) {
  const Lists& lists = GetLists();
  const bool is_municipality = IsEntity(planned.role) && planned.index == kDeletedMunicipality;
  if (is_municipality) return *lists.municipality_form;
  return lists.forms[lists.form_weights.Pick(random)];
}

std::string NameOf(const FormProfile& profile, Random* random) {
  const Lists& lists = GetLists();
  std::string municipality;
  AppendPlaceWord(random, &municipality);
  const MunicipalityPlaces& place = lists.municipalities[lists.municipality_weights.Pick(random)];
  return MakeName({.naming = profile.naming,
                   .form_word = profile.form_word,
                   .municipality = municipality,
                   .city = PickOf(place.street_areas, random).city,
                   .abroad = &lists.foreign[lists.foreign_weights.Pick(random)]},
                  random);
}

model::OrganisationForm FormOf(const PlannedUnit& planned, const FormProfile& profile) {
  if (planned.index == kExpiredForm) {
    constexpr base::Date kExpiredOn = base::Date::FromDays(17'364);  // 2017-07-17
    return {.code = "UTBG", .text = "Frivillig registrert utleiebygg", .expired_on = kExpiredOn};
  }
  return LiveForm(IsEntity(planned.role) ? *profile.form
                                         : *model::FindForm(SubEntityForm(profile)));
}

}  // namespace

model::Unit MakeRetired(const Plan& plan, const PlannedUnit& planned) {
  Random random(plan.seed() + static_cast<std::uint64_t>(planned.role), Stream::kRetired,
                planned.index);
  model::Unit unit;
  unit.state = model::State::kRemoved;
  unit.number = plan.series().Number(planned.serial);
  // A superior was removed only recently: its sub-entities are about to follow.
  constexpr std::int32_t kLately = 45;
  const base::Date issued_on = plan.series().IssuedOn(planned.serial);
  const base::Date lately = base::Date::FromDays(SnapshotDay().days() - kLately);
  const bool is_superior = planned.role == Role::kRemovedSuperior;
  unit.deleted_on =
      DayBetween(is_superior ? std::max(issued_on, lately) : issued_on, SnapshotDay(), &random);
  const bool is_deleted =
      planned.role == Role::kDeletedEntity || planned.role == Role::kDeletedSubEntity;
  if (!is_deleted) return unit;
  unit.state = model::State::kDeleted;
  const FormProfile& profile = ProfileOf(planned, &random);
  unit.name = NameOf(profile, &random);
  unit.form = FormOf(planned, profile);
  const bool knows_closure = planned.index == 0 || random.Percent(kClosureKnown);
  if (!IsEntity(planned.role) && knows_closure) {
    unit.closed_on = base::Date::FromDays(unit.deleted_on->days() - random.Between(0, 30));
  }
  return unit;
}

}  // namespace orgreg::tools
