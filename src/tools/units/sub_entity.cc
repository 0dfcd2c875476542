// SPDX-License-Identifier: EUPL-1.2

// The superior is made first, in its core; the record then follows it in name, place and industry,
// with the shares of its form.

#include <algorithm>

#include "base/values/date.h"
#include "model/codes/code_lists.h"
#include "model/kept_json.h"
#include "tools/units/unit.h"
#include "tools/values/addresses.h"
#include "tools/values/members.h"
#include "tools/values/random.h"

namespace orgreg::tools {
namespace {

constexpr double kAlways = 100;

// Shares in percent, as measured for the two forms of sub-entities.
struct SubProfile {
  std::string_view form = {};
  double location = 100;
  double postal = 10;
  double started = 99;
  double email = 21;
  double mobile = 19;
  double phone = 6;
  double website = 7;
  double has_employees = 22;
  double five_or_more = 23;
  double owner_change = 4;
  double helper = 2;
  double renamed = 23;
};
constexpr SubProfile kBusiness = {.form = "BEDR"};
constexpr SubProfile kNonBusiness = {.form = "AAFY",
                                     .location = 95,
                                     .postal = 73,
                                     .started = 53,
                                     .email = 38,
                                     .website = 16,
                                     .has_employees = 9,
                                     .five_or_more = 30,
                                     .owner_change = 0.2,
                                     .helper = 0.1,
                                     .renamed = 12};

const SubProfile& SubProfileOf(const FormProfile& superior) {
  const bool is_business = superior.trade == Trade::kCompany || superior.trade == Trade::kPerson ||
                           superior.trade == Trade::kPublic;
  return is_business ? kBusiness : kNonBusiness;
}

// The superior, or, if it has been removed, an entity as it may have been.
EntityCore SuperiorOf(const Plan& plan, const PlannedUnit& planned) {
  if (planned.parent) return MakeCore(plan, *planned.parent, planned.parent_serial);
  EntityCore core = MakeCore(plan, planned.index % plan.Count(Role::kEntity), planned.serial);
  Random random(plan.seed() + 1, Stream::kName, planned.index);
  core.profile = &ProfileOf("AS");
  core.is_party = false;
  core.name = MakeName({.form_word = "AS"}, &random);
  core.number = plan.series().Number(planned.parent_serial);
  core.registered_on = plan.series().IssuedOn(planned.parent_serial);
  return core;
}

// Sub-entities of large entities are all over the country, those of others near them.
const MunicipalityPlaces& PlaceOf(const Plan& plan, const EntityCore& superior, Random* random) {
  constexpr double kElsewhere = 8;
  const bool large = plan.IsLarge(superior.index);
  if (!large && !random->Percent(kElsewhere)) return *superior.place;
  const Lists& lists = GetLists();
  return lists.municipalities[lists.municipality_weights.Pick(random)];
}

void SetAddresses(const SubProfile& profile, const MunicipalityPlaces& place,
                  const PostalArea& area, Random* random, model::Unit* unit) {
  if (random->Percent(profile.location))
    unit->location_address = StreetAddress(place, area, random);
  if (random->Percent(profile.postal)) unit->postal_address = BoxAddress(place, random);
}

void SetDays(const SubProfile& profile, Trait trait, Random* random, model::Unit* unit) {
  const base::Date registered = *unit->registered_on;
  if (random->Percent(profile.started)) {
    unit->started_on = base::Date::FromDays(registered.days() - random->Between(0, 45));
  }
  if (trait == Trait::kOwnerChange || random->Percent(profile.owner_change)) {
    unit->owner_changed_on = DayBetween(registered, SnapshotDay(), random);
  }
}

void SetTrade(const SubProfile& profile, const EntityCore& superior, Trait trait, Random* random,
              model::Unit* unit) {
  constexpr double kSecondIndustry = 1.5;
  constexpr double kThirdIndustry = 8;
  constexpr double kVoluntaryVat = 0.01;  // None in a real register; the field exists.
  const bool three = trait == Trait::kThreeIndustries;
  SetIndustries(*superior.industry, superior.profile->trade,
                {.second = three ? kAlways : kSecondIndustry,
                 .third = three ? kAlways : kThirdIndustry,
                 .helper = trait == Trait::kHelperUnit ? kAlways : profile.helper},
                random, unit);
  unit->in_vat_register = false;
  if (trait == Trait::kVatRegister) SetVatRegistration(*unit->registered_on, random, unit);
  if (trait == Trait::kVoluntaryVat || random->Percent(kVoluntaryVat)) {
    SetVoluntaryVat(*unit->registered_on, random, unit);
  }
  SetStaff({.has_any = profile.has_employees, .five_or_more = profile.five_or_more},
           *unit->registered_on, random, unit);
}

void SetNames(const SubProfile& profile, const EntityCore& superior, Trait trait, Random* random,
              model::Unit* unit) {
  unit->former_names = model::RawJson{.text = "[]"};
  constexpr int kMany = 5;
  const bool many = trait == Trait::kManyFormerNames;
  if (!many && !random->Percent(profile.renamed)) return;
  unit->former_names = FormerNames(NameSourceOf(superior), many ? kMany : TimesRenamed(random),
                                   *unit->registered_on, random);
}

}  // namespace

model::Unit MakeSubEntity(const Plan& plan, const PlannedUnit& planned) {
  const EntityCore superior = SuperiorOf(plan, planned);
  const SubProfile& profile = SubProfileOf(*superior.profile);
  const Trait trait = plan.TraitOf(Role::kSubEntity, planned.index);
  Random random(plan.seed() + 1, Stream::kDetails, planned.index);
  model::Unit unit;
  unit.number = plan.series().Number(planned.serial);
  unit.form = LiveForm(*model::FindForm(profile.form));
  // A sub-entity is never registered before its superior.
  unit.registered_on = std::max(superior.registered_on, plan.series().IssuedOn(planned.serial));
  unit.superior = superior.number;
  const MunicipalityPlaces& place = PlaceOf(plan, superior, &random);
  const PostalArea& area = PickOf(place.street_areas, &random);
  unit.name = MakeSubEntityName(superior.name, area.city, &random);
  SetNames(profile, superior, trait, &random, &unit);
  SetAddresses(profile, place, area, &random, &unit);
  const Lists& lists = GetLists();
  if (trait == Trait::kPostalAbroad) {
    unit.postal_address =
        AddressAbroad(lists.foreign[lists.foreign_weights.Pick(&random)], &random);
  }
  SetTrade(profile, superior, trait, &random, &unit);
  const double contact = trait == Trait::kContact ? kAlways : 0;
  SetContact({.email = std::max(contact, profile.email),
              .mobile = std::max(contact, profile.mobile),
              .phone = std::max(contact, profile.phone),
              .website = std::max(contact, profile.website)},
             &random, &unit);
  SetDays(profile, trait, &random, &unit);
  return unit;
}

std::string_view SubEntityForm(const FormProfile& superior) { return SubProfileOf(superior).form; }

}  // namespace orgreg::tools
