// SPDX-License-Identifier: EUPL-1.2

// Each change is a small function; two tables give their weights for entities and sub-entities. An
// update picks one of them, or several.

#include "tools/units/changes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/values/date.h"
#include "base/values/decimal.h"
#include "formats/json/text.h"
#include "model/kept_json.h"
#include "model/kind.h"
#include "model/units/field.h"
#include "tools/values/addresses.h"
#include "tools/values/words.h"

namespace orgreg::tools {
namespace {

struct Occasion {
  const EntityCore& core;
  base::Date day;
  Random* random = nullptr;
};

// Changes one thing. Returns false, without a change, if the record does not have it.
using Change = bool (*)(const Occasion&, model::Unit*);
struct WeightedChange {
  std::uint64_t weight = 0;
  Change change = nullptr;
};

bool FileAccounts(const Occasion&, model::Unit* unit) {
  constexpr std::string_view kLastYear = "2025";
  if (!unit->last_accounts_year || *unit->last_accounts_year >= kLastYear) return false;
  unit->last_accounts_year = kLastYear;
  return true;
}

bool DateArticles(const Occasion& occasion, model::Unit* unit) {
  if (!unit->articles_dated_on) return false;
  unit->articles_dated_on = occasion.day;
  return true;
}

bool ChangePurpose(const Occasion& occasion, model::Unit* unit) {
  if (!unit->purpose) return false;
  unit->purpose = MakePurpose(TextSourceOf(occasion.core, false), occasion.random);
  return DateArticles(occasion, unit);
}

bool ChangeActivity(const Occasion& occasion, model::Unit* unit) {
  const bool nynorsk = unit->language == "Nynorsk";
  unit->activity = MakeActivity(TextSourceOf(occasion.core, nynorsk), occasion.random);
  return true;
}

model::Address NewAddress(const Occasion& occasion) {
  const MunicipalityPlaces& place = *occasion.core.place;
  return StreetAddress(place, PickOf(place.street_areas, occasion.random), occasion.random);
}

bool Move(const Occasion& occasion, model::Unit* unit) {
  if (!unit->business_address.municipality_number) return false;
  unit->business_address = NewAddress(occasion);
  return true;
}

bool MoveLocation(const Occasion& occasion, model::Unit* unit) {
  if (!unit->location_address.municipality_number) return false;
  unit->location_address = NewAddress(occasion);
  return true;
}

bool ChangePostalAddress(const Occasion& occasion, model::Unit* unit) {
  const bool is_dropped = unit->postal_address.country && occasion.random->Percent(50);
  unit->postal_address =
      is_dropped ? model::Address() : BoxAddress(*occasion.core.place, occasion.random);
  return true;
}

bool ChangeMail(const Occasion& occasion, model::Unit* unit) {
  const bool is_dropped = unit->email && occasion.random->Percent(30);
  unit->email = is_dropped ? model::Text() : MakeMail(*unit->name, occasion.random);
  return true;
}

bool ChangeMobile(const Occasion& occasion, model::Unit* unit) {
  unit->mobile = MakeMobile(occasion.random);
  return true;
}

// Adds a name to the list of former names, which is JSON text.
void AddFormerName(const std::string& name, const Occasion& occasion, model::Unit* unit) {
  const base::Date since = unit->registered_on.value_or(occasion.day);
  std::string& json = unit->former_names->text;
  json.pop_back();
  if (json.size() > 1) json.push_back(',');
  json.append("{\"navn\":");
  formats::AppendJsonString(name, &json);
  json.append(",\"fraDato\":\"").append(since.ToString());
  json.append(" 00:00:00\",\"tilDato\":\"").append(occasion.day.ToString());
  json.append(" 04:15:32\"}]");
}

bool Rename(const Occasion& occasion, model::Unit* unit) {
  AddFormerName(*unit->name, occasion, unit);
  unit->name = MakeName(NameSourceOf(occasion.core), occasion.random);
  return true;
}

bool RenameSubEntity(const Occasion& occasion, model::Unit* unit) {
  AddFormerName(*unit->name, occasion, unit);
  const Words& stems = GetLists().words.stem;
  unit->name = occasion.core.name + " AVD " + InCapitals(PickOf(stems, occasion.random));
  return true;
}

// The feed has such an update, but former names are not served.
bool AddForgottenName(const Occasion& occasion, model::Unit* unit) {
  AddFormerName(MakeName(NameSourceOf(occasion.core), occasion.random), occasion, unit);
  return true;
}

bool RaiseCapital(const Occasion& occasion, model::Unit* unit) {
  constexpr int kStep = 10'000;
  if (!unit->capital.amount) return false;
  const int amount = 3 * kStep + occasion.random->Between(1, 90) * kStep;
  unit->capital.amount = base::Decimal::Parse(std::to_string(amount) + ".00");
  unit->capital.entered_on = occasion.day;
  static_cast<void>(DateArticles(occasion, unit));
  return true;
}

bool ChangeStaff(const Occasion& occasion, model::Unit* unit) {
  constexpr std::int64_t kFewestShown = 5;
  if (!unit->employees) return false;
  const std::int64_t change = occasion.random->Percent(50) ? 1 : -1;
  unit->employees = std::max(kFewestShown, *unit->employees + change);
  unit->employees_registered_here_on = occasion.day;
  return true;
}

bool WaiveAudit(const Occasion& occasion, model::Unit* unit) {
  if (!unit->capital.amount || unit->audit_waived_on) return false;
  unit->audit_waived_on = occasion.day;
  return true;
}

bool GoBankrupt(const Occasion& occasion, model::Unit* unit) {
  if (!unit->capital.amount || unit->bankrupt.value_or(false)) return false;
  unit->bankrupt = true;
  unit->bankrupt_on = occasion.day;
  return true;
}

bool ChangeOwner(const Occasion& occasion, model::Unit* unit) {
  unit->owner_changed_on = occasion.day;
  return true;
}

constexpr std::array<WeightedChange, 13> kEntityChanges = {{
    {300, FileAccounts},
    {180, DateArticles},
    {120, Move},
    {110, ChangeActivity},
    {80, ChangePurpose},
    {80, ChangeMail},
    {75, AddForgottenName},
    {60, RaiseCapital},
    {60, ChangePostalAddress},
    {50, Rename},
    {45, ChangeMobile},
    {40, ChangeStaff},
    {20, WaiveAudit},
}};
constexpr double kBankruptcies = 0.3;
constexpr std::array<WeightedChange, 6> kSubEntityChanges = {{
    {400, MoveLocation},
    {250, ChangeStaff},
    {120, ChangeMail},
    {90, RenameSubEntity},
    {80, ChangePostalAddress},
    {60, ChangeOwner},
}};

Change PickChange(std::span<const WeightedChange> changes, Random* random) {
  std::vector<std::uint64_t> weights;
  weights.reserve(changes.size());
  for (const WeightedChange& change : changes) weights.push_back(change.weight);
  return changes[Weighted(weights).Pick(random)].change;
}

// Most updates change one thing; the others several, three on average.
void ChangeSome(std::span<const WeightedChange> changes, const Occasion& occasion,
                model::Unit* unit) {
  constexpr double kOne = 58;
  const int wanted = occasion.random->Percent(kOne) ? 1 : occasion.random->Between(2, 4);
  for (int done = 0; done < wanted;) {
    done += PickChange(changes, occasion.random)(occasion, unit) ? 1 : 0;
  }
}

// Moves one day. None is later than the registration, which is today.
void MoveDay(std::int32_t days, base::Date latest, model::Day* day) {
  if (*day) *day = std::min(latest, base::Date::FromDays((*day)->days() + days));
}

void EndInsolvency(model::Unit* unit) {
  const bool is_insolvent = unit->bankrupt.value_or(false) || unit->winding_up.value_or(false) ||
                            unit->compulsory_dissolution.value_or(false);
  for (model::Flag* flag : {&unit->bankrupt, &unit->winding_up, &unit->compulsory_dissolution}) {
    if (*flag) *flag = false;
  }
  if (!is_insolvent) return;
  for (model::Day* day : {&unit->bankrupt_on, &unit->winding_up_on, &unit->liquidated_undeleted_on,
                          &unit->dissolved_no_manager_on, &unit->dissolved_no_auditor_on,
                          &unit->dissolved_no_accounts_on, &unit->dissolved_incomplete_board_on}) {
    day->reset();
  }
}

bool IsHeldBy(const model::Role& role, const model::Person& person) {
  const auto* const holder = std::get_if<model::Person>(&role.holder);
  return holder != nullptr && holder->number == person.number;
}

}  // namespace

void ChangeEntity(const EntityCore& core, base::Date day, Random* random, model::Unit* unit) {
  const Occasion occasion = {.core = core, .day = day, .random = random};
  if (random->Percent(kBankruptcies) && GoBankrupt(occasion, unit)) return;
  ChangeSome(kEntityChanges, occasion, unit);
}

void ChangeSubEntity(const EntityCore& core, base::Date day, Random* random, model::Unit* unit) {
  ChangeSome(kSubEntityChanges, {.core = core, .day = day, .random = random}, unit);
}

void WindUp(base::Date day, model::Unit* unit) {
  unit->winding_up = true;
  unit->winding_up_on = day;
}

void RegisterOn(model::Kind kind, base::Date day, model::Unit* unit) {
  const std::int32_t days = day.days() - unit->registered_on->days();
  for (const model::Field& field : model::Fields(kind)) {
    if (auto* const value = model::ValueOf<model::Day>(field.row, unit)) MoveDay(days, day, value);
  }
  if (unit->notices) unit->notices->clear();
  unit->former_names = model::RawJson{.text = "[]"};
  unit->last_accounts_year.reset();
  EndInsolvency(unit);
}

void ChangeRoles(const People& people, base::Date day, Random* random, model::RoleList* list) {
  constexpr double kLeaves = 25;
  constexpr double kComes = 15;
  const std::size_t at = random->Below(list->groups.size());
  model::RoleGroup& group = list->groups[at];
  group.changed_on = day;
  if (group.type.code == "INNH") return;  // A sole proprietor stays.
  if (!std::holds_alternative<model::Person>(group.roles.back().holder)) {
    if (list->groups.size() > 1)
      list->groups.erase(list->groups.begin() + static_cast<std::ptrdiff_t>(at));
    return;
  }
  const model::Person person = people.At(people.Draw(random));
  const bool is_there =
      std::ranges::any_of(group.roles, [&](const auto& role) { return IsHeldBy(role, person); });
  const bool several = group.roles.size() > 1;
  if (is_there || (several && random->Percent(kLeaves))) {
    if (several) group.roles.pop_back();
    return;
  }
  const bool has_members = group.roles.back().type.code == "MEDL";
  if (has_members && random->Percent(kComes)) group.roles.push_back(group.roles.back());
  model::Role& role = group.roles.back();
  role.order = static_cast<std::int64_t>(group.roles.size()) - 1;
  role.holder = person;
  role.has_left = role.is_deregistered = false;
}

}  // namespace orgreg::tools
