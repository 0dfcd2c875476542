// SPDX-License-Identifier: EUPL-1.2

// The core of an entity is drawn first: its form, place, industry and name. Functions then set one
// topic of the record each, every one from its own stream of random numbers.

#include <algorithm>
#include <cstdint>

#include "model/codes/code_lists.h"
#include "model/kept_json.h"
#include "tools/units/entity_parts.h"
#include "tools/units/unit.h"
#include "tools/values/addresses.h"
#include "tools/values/members.h"
#include "tools/values/random.h"

namespace orgreg::tools {
namespace {

constexpr double kAlways = 100;

bool IsForeign(const FormProfile& profile) {
  return profile.naming == Naming::kForeign || profile.naming == Naming::kBranch;
}

// A municipality that is an entity is in its own place.
const MunicipalityPlaces& PlaceOf(const Plan& plan, std::uint64_t index, Random* random) {
  const Lists& lists = GetLists();
  if (index >= plan.municipalities()) {
    return lists.municipalities[lists.municipality_weights.Pick(random)];
  }
  return lists.municipalities[index * lists.municipalities.size() / plan.municipalities()];
}

// A few clubs are political parties.
bool IsParty(const Plan& plan, std::uint64_t index) {
  constexpr double kParty = 0.016;
  if (plan.TraitOf(Role::kEntity, index) == Trait::kParty) return true;
  return plan.FormOf(index).naming == Naming::kClub &&
         Random(plan.seed(), Stream::kParty, index).Percent(kParty);
}

const IndustryChoice& IndustryOf(const Plan& plan, std::uint64_t index, Random* random) {
  const Lists& lists = GetLists();
  if (IsParty(plan, index)) return *lists.party_industry;
  const auto trade = static_cast<std::size_t>(plan.FormOf(index).trade);
  return lists.industries[lists.industry_weights[trade].Pick(random)];
}

// The surroundings of an entity, drawn first.
struct Setting {
  const MunicipalityPlaces* place = nullptr;
  const PostalArea* area = nullptr;
  const IndustryChoice* industry = nullptr;
};
Setting DrawSetting(const Plan& plan, std::uint64_t index, Random* random) {
  Setting setting;
  setting.place = &PlaceOf(plan, index, random);
  setting.area = &PickOf(setting.place->street_areas, random);
  setting.industry = &IndustryOf(plan, index, random);
  return setting;
}

void SetAddresses(const EntityCore& core, Random* random, model::Unit* unit) {
  constexpr double kPostalAbroad = 72;  // Of the foreign units that have a postal address.
  const FormProfile& profile = *core.profile;
  const bool postal_abroad = core.trait == Trait::kPostalAbroad;
  if (postal_abroad || random->Percent(profile.postal)) {
    const bool abroad = core.abroad != nullptr && (postal_abroad || random->Percent(kPostalAbroad));
    unit->postal_address =
        abroad ? AddressAbroad(*core.abroad, random) : BoxAddress(*core.place, random);
  }
  if (random->Percent(profile.no_address)) return;
  if (!random->Percent(profile.foreign_address)) {
    unit->business_address = StreetAddress(*core.place, *core.area, random);
  } else {
    const Lists& lists = GetLists();
    const ForeignPlace& place =
        core.abroad != nullptr ? *core.abroad : lists.foreign[lists.foreign_weights.Pick(random)];
    unit->business_address = AddressAbroad(place, random);
  }
}

void SetSector(const FormProfile& profile, Random* random, model::Unit* unit) {
  if (random->Percent(profile.no_sector)) return;
  const bool other = profile.other_sector != nullptr && random->Percent(profile.other_sector_share);
  const model::SectorEntry& sector = other ? *profile.other_sector : *profile.sector;
  unit->sector = {.code = std::string(sector.code), .text = std::string(sector.text)};
}

// Only units of the public sector have superior units.
void SetSuperior(const Plan& plan, const EntityCore& core, Random* random, model::Unit* unit) {
  constexpr double kDeletedSuperior = 4;
  constexpr double kCounty = 15;
  constexpr double kState = 15;
  const bool has_superior = core.profile->naming == Naming::kOffice &&
                            core.profile->trade == Trade::kPublic &&
                            core.profile->form->code != "ADOS" && core.profile->form->code != "SÆR";
  if (!has_superior || plan.public_bodies() == 0) return;
  if (core.trait == Trait::kDeletedSuperior || random->Percent(kDeletedSuperior)) {
    unit->superior = plan.DeletedSuperior();
    return;
  }
  const std::uint64_t first_county = plan.municipalities();
  const std::uint64_t first_state = first_county + plan.counties();
  if (random->Percent(kCounty)) {
    unit->superior = plan.PublicNumber(first_county + random->Below(plan.counties()));
  } else if (random->Percent(kState)) {
    unit->superior = plan.PublicNumber(first_state + random->Below(plan.state_bodies()));
  } else {
    unit->superior = plan.PublicNumber(random->Below(plan.municipalities()));
  }
}

void SetNames(const EntityCore& core, Random* random, model::Unit* unit) {
  unit->name = core.name;
  unit->former_names = model::RawJson{.text = "[]"};
  const bool many = core.trait == Trait::kManyFormerNames;
  if (!many && !random->Percent(core.profile->renamed)) return;
  constexpr int kMany = 8;
  const int times = many ? kMany : TimesRenamed(random);
  unit->former_names = FormerNames(NameSourceOf(core), times, core.registered_on, random);
}

void SetTradeAndStaff(const Plan& plan, const EntityCore& core, Random* random, model::Unit* unit) {
  constexpr double kSecondIndustry = 1.93;
  constexpr double kThirdIndustry = 8.6;
  const FormProfile& profile = *core.profile;
  const bool three = core.trait == Trait::kThreeIndustries;
  const bool helper = core.trait == Trait::kHelperUnit;
  if (three || helper || random->Percent(profile.industry)) {
    SetIndustries(*core.industry, profile.trade,
                  {.second = three ? kAlways : kSecondIndustry,
                   .third = three ? kAlways : kThirdIndustry,
                   .helper = helper ? kAlways : profile.helper},
                  random, unit);
  }
  const bool large = plan.IsLarge(core.index);
  SetStaff({.has_any = large ? kAlways : profile.has_employees,
            .five_or_more = large ? kAlways : profile.five_or_more,
            .by_the_hundred = large},
           core.registered_on, random, unit);
}

void SetVat(const EntityCore& core, Random* random, model::Unit* unit) {
  const FormProfile& profile = *core.profile;
  unit->in_vat_register = false;
  if (core.trait == Trait::kVatRegister || random->Percent(profile.vat)) {
    SetVatRegistration(core.registered_on, random, unit);
  }
  if (core.trait == Trait::kVoluntaryVat || random->Percent(profile.voluntary_vat)) {
    SetVoluntaryVat(core.registered_on, random, unit);
  }
}

void SetTexts(const EntityCore& core, Random* random, model::Unit* unit) {
  constexpr double kNotices = 0.23;
  constexpr double kNoPurpose = 0.2;
  const bool nynorsk = random->Percent(core.profile->nynorsk);
  unit->language = nynorsk ? "Nynorsk" : "Bokmål";
  const TextSource source = TextSourceOf(core, nynorsk);
  unit->activity = MakeActivity(source, random);
  if (random->Percent(core.profile->articles)) {
    unit->articles_dated_on = DayBetween(core.registered_on, SnapshotDay(), random);
    if (!random->Percent(kNoPurpose)) unit->purpose = MakePurpose(source, random);
  }
  unit->notices.emplace();
  if (core.trait == Trait::kNotices || random->Percent(kNotices)) {
    unit->notices = MakeNotices(DayBetween(core.registered_on, SnapshotDay(), random), random);
  }
}

}  // namespace

NameSource NameSourceOf(const EntityCore& core) {
  return {.naming = core.is_party ? Naming::kParty : core.profile->naming,
          .form_word = core.profile->form_word,
          .municipality = core.place->municipality->name,
          .city = core.area->city,
          .abroad = core.abroad};
}

TextSource TextSourceOf(const EntityCore& core, bool nynorsk) {
  const bool is_stated = core.industry->code != kIndustryNotStated;
  return {.trade = core.profile->trade,
          .is_party = core.is_party,
          .nynorsk = nynorsk,
          .break_line = core.trait == Trait::kLineBreakInText,
          .industry = is_stated ? core.industry->text : std::string_view(),
          .city = core.area->city};
}

EntityCore MakeCore(const Plan& plan, std::uint64_t index, std::uint64_t serial) {
  Random random(plan.seed(), Stream::kCore, index);
  const Lists& lists = GetLists();
  EntityCore core{.index = index,
                  .number = plan.series().Number(serial),
                  .registered_on = plan.series().IssuedOn(serial),
                  .trait = plan.TraitOf(Role::kEntity, index),
                  .is_party = IsParty(plan, index),
                  .profile = &plan.FormOf(index)};
  const Setting setting = DrawSetting(plan, index, &random);
  core.place = setting.place;
  core.area = setting.area;
  core.industry = setting.industry;
  if (IsForeign(*core.profile)) {
    core.abroad = &lists.foreign[lists.foreign_weights.Pick(&random)];
  }
  Random name_random(plan.seed(), Stream::kName, index);
  const bool is_state = core.profile->naming == Naming::kState;
  const std::uint64_t first_state = plan.municipalities() + plan.counties();
  core.name = is_state && index >= first_state && index < plan.public_bodies()
                  ? std::string(lists.words.ministry[index - first_state])
                  : MakeName(NameSourceOf(core), &name_random);
  return core;
}

std::string_view IndustryAt(const Plan& plan, std::uint64_t index) {
  Random random(plan.seed(), Stream::kCore, index);
  return DrawSetting(plan, index, &random).industry->code;
}

model::Unit MakeEntity(const Plan& plan, const PlannedUnit& planned) {
  const EntityCore core = MakeCore(plan, planned.index, planned.serial);
  const FormProfile& profile = *core.profile;
  Random random(plan.seed(), Stream::kDetails, planned.index);
  model::Unit unit;
  unit.number = core.number;
  unit.form = LiveForm(*profile.form);
  unit.registered_on = core.registered_on;
  SetNames(core, &random, &unit);
  SetAddresses(core, &random, &unit);
  SetTradeAndStaff(plan, core, &random, &unit);
  SetVat(core, &random, &unit);
  SetSector(profile, &random, &unit);
  SetSuperior(plan, core, &random, &unit);
  const double contact = core.trait == Trait::kContact ? kAlways : 0;
  SetContact({.email = std::max(contact, profile.email),
              .mobile = std::max(contact, profile.mobile),
              .phone = std::max(contact, profile.phone),
              .website = std::max(contact, profile.website)},
             &random, &unit);
  SetTexts(core, &random, &unit);
  SetRegisters(core, &random, &unit);
  SetInsolvency(core, &random, &unit);
  SetAccounts(core, &random, &unit);
  SetCapital(core, &random, &unit);
  SetOrigin(core, &random, &unit);
  return unit;
}

}  // namespace orgreg::tools
