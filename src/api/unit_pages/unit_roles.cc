// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/unit_roles.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "api/pages/day_text.h"
#include "api/pages/dictionary.h"
#include "api/pages/number_text.h"
#include "api/roles/held_roles.h"
#include "api/unit_pages/role_words.h"
#include "model/roles/roles.h"

namespace orgreg::api {
namespace {

using model::Role;
using model::RoleGroup;

std::string_view CodeText(const model::CodedText& coded) {
  return coded.code ? std::string_view(*coded.code) : std::string_view();
}

// The words of the page's language, or what the record has.
std::string_view TextOf(const ShownUnit& on, RoleCodes list, const model::CodedText& coded) {
  const RoleWords words = WordsForRole(list, CodeText(coded), on.language());
  if (!words.text.empty()) return words.text;
  return coded.text ? std::string_view(*coded.text) : CodeText(coded);
}

void SetCoded(const ShownUnit& on, RoleCodes list, const model::CodedText& coded,
              std::string_view name, TemplateDictionary* section) {
  const std::string_view text = TextOf(on, list, coded);
  Set(section, name, text);
  if (coded.text && text.data() == coded.text->data())
    MarkLanguage(kRegisterLanguage, on.language(), section);
}

std::string NameOf(const model::PersonName& name) {
  std::string text;
  for (const model::Text* const part : {&name.first, &name.middle, &name.last}) {
    if (!*part) continue;
    if (!text.empty()) text.push_back(' ');
    text.append(**part);
  }
  return text;
}

std::string JoinedLines(const model::Lines& lines) {
  std::string text;
  for (const auto& line : lines.value_or(std::vector<model::Text>())) {
    if (!line) continue;
    if (!text.empty()) text.push_back(' ');
    text.append(*line);
  }
  return text;
}

void AddMark(const ShownUnit& on, std::string_view key, TemplateDictionary* role) {
  Set(AddSection(role, "MARK"), "MARK_TEXT", on.page->Words(key));
}

struct AddHolder {
  const ShownUnit& on;
  TemplateDictionary* role;

  void operator()(const std::monostate& /*nobody*/) const {}
  void operator()(const model::Person& person) const {
    TemplateDictionary* const shown = AddSection(role, "PERSON");
    Set(shown, "PERSON_NAME", NameOf(person.name));
    if (person.born_on) {
      TemplateDictionary* const born = AddSection(shown, "BORN");
      Set(born, "BORN_ON", DayText(*person.born_on, on.language()));
      Set(born, "BORN_DAY", person.born_on->ToString());
    }
    if (person.is_dead.value_or(false)) AddMark(on, "unit.role_mark.dead", role);
  }
  void operator()(const model::HolderEntity& entity) const {
    TemplateDictionary* const shown = AddSection(role, "ORGANISATION");
    const std::string number = OrgNumberText(entity.number);
    const std::string name = JoinedLines(entity.name);
    Set(shown, "HOLDER_NAME", name.empty() ? number : name);
    Set(shown, "HOLDER_NUMBER", number);
    Set(shown, "HOLDER_LINK", LinkToUnit(on.page->place(), entity.number));
    if (entity.is_deleted.value_or(false)) AddMark(on, "unit.role_mark.deleted", role);
    if (entity.approval) Set(AddSection(role, "MARK"), "MARK_TEXT", *entity.approval);
  }
  void operator()(const model::EstateManager& manager) const {
    TemplateDictionary* const shown = AddSection(role, "MANAGER");
    Set(shown, "PERSON_NAME", manager.name.value_or(""));
    if (manager.address) {
      std::string address = JoinedLines(manager.address->lines);
      for (const model::Text* const part : {&manager.address->postcode, &manager.address->city})
        if (*part) address.append(address.empty() ? "" : " ").append(**part);
      ShowValue(shown, "MANAGER_AT", "MANAGER_ADDRESS", address);
    }
    if (manager.is_dead.value_or(false)) AddMark(on, "unit.role_mark.dead", role);
  }
};

// The type of a role is left out below a heading that says the same.
void AddRole(const ShownUnit& on, const Role& role, std::string_view heading,
             TemplateDictionary* group) {
  TemplateDictionary* const shown = AddSection(group, "ROLE");
  if (TextOf(on, RoleCodes::kRole, role.type) != heading)
    SetCoded(on, RoleCodes::kRole, role.type, "ROLE_TYPE_TEXT", AddSection(shown, "ROLE_TYPE"));
  std::visit(AddHolder{.on = on, .role = shown}, role.holder);
  if (role.share) ShowValue(shown, "SHARE", "SHARE_TEXT", *role.share);
  if (role.elected_by)
    SetCoded(on, RoleCodes::kRepresentative, *role.elected_by, "ELECTED_BY_TEXT",
             AddSection(shown, "ELECTED_BY"));
  if (role.has_left.value_or(false)) AddMark(on, "unit.role_mark.left", shown);
  if (role.has_confirmed_future_power.value_or(false))
    AddMark(on, "unit.role_mark.future_power", shown);
  if (role.has_limited_capacity.value_or(false))
    AddMark(on, "unit.role_mark.limited_capacity", shown);
}

void AddGroup(const ShownUnit& on, RoleGroup* group) {
  const auto order = [&](const Role& role) {
    return WordsForRole(RoleCodes::kRole, CodeText(role.type), on.language()).order;
  };
  std::ranges::stable_sort(group->roles, {}, order);
  TemplateDictionary* const shown = AddSection(on.page->values(), "ROLE_GROUP");
  SetCoded(on, RoleCodes::kGroup, group->type, "ROLE_GROUP_TYPE",
           AddSection(shown, "ROLE_GROUP_NAME"));
  if (group->changed_on) {
    TemplateDictionary* const changed = AddSection(shown, "ROLE_GROUP_CHANGED");
    Set(changed, "CHANGED_ON", DayText(*group->changed_on, on.language()));
    Set(changed, "CHANGED_DAY", group->changed_on->ToString());
  }
  const std::size_t shown_count = std::min(group->roles.size(), kMostRolesOfGroup);
  const std::string_view heading = TextOf(on, RoleCodes::kGroup, group->type);
  for (const Role& role : std::span(group->roles).first(shown_count))
    AddRole(on, role, heading, shown);
  Show(shown, "MORE_ROLES", group->roles.size() > shown_count);
}

base::Status AddRolesIn(const search::Catalog& catalog, const ShownUnit& on) {
  const auto record = TRY(catalog.Lookup(model::Kind::kRoles, on.number()));
  if (!record || record->record.empty()) return {};
  auto list = TRY(RolesOf(record->record));
  const auto order = [&](const RoleGroup& group) {
    return WordsForRole(RoleCodes::kGroup, CodeText(group.type), on.language()).order;
  };
  std::ranges::stable_sort(list.groups, {}, order);
  Show(on.page->values(), "ROLES", true);
  for (RoleGroup& group : list.groups) AddGroup(on, &group);
  return {};
}

base::Status AddRolesHeld(const search::Catalog& catalog, const ShownUnit& on) {
  auto held = TRY(RolesHeldBy(catalog, on.number(), base::OrgNumber(), kMostHeld + 1));
  if (held.empty()) return {};
  TemplateDictionary* const shown = AddSection(on.page->values(), "HELD");
  Show(shown, "MORE_HELD", held.size() > kMostHeld);
  held.resize(std::min(held.size(), kMostHeld));
  for (const model::HeldRoles& one : held) {
    TemplateDictionary* const entity = AddSection(shown, "HELD_IN");
    Set(entity, "HELD_NAME", one.name);
    Set(entity, "HELD_NUMBER", OrgNumberText(one.number));
    Set(entity, "HELD_LINK", LinkToUnit(on.page->place(), one.number));
    for (const Role& role : one.roles) {
      TemplateDictionary* const type = AddSection(entity, "HELD_ROLE");
      SetCoded(on, RoleCodes::kRole, role.type, "HELD_ROLE_TEXT", type);
      if (role.has_left.value_or(false)) AddMark(on, "unit.role_mark.left", type);
      if (role.share) ShowValue(type, "SHARE", "SHARE_TEXT", *role.share);
    }
  }
  return {};
}

}  // namespace

base::Status AddRoles(const search::Catalog& catalog, const ShownUnit& on) {
  if (on.kind != model::Kind::kEntity) return {};
  TRY(AddRolesIn(catalog, on));
  return AddRolesHeld(catalog, on);
}

}  // namespace orgreg::api
