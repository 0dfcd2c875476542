// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "api/account_pages/statements.h"
#include "api/extensions/unit_state.h"
#include "api/interface/served_unit.h"
#include "api/interface/statement_sources.h"
#include "api/pages/day_text.h"
#include "api/pages/dictionary.h"
#include "api/pages/number_text.h"
#include "api/pages/page.h"
#include "api/pages/serving_turn.h"
#include "api/unit_pages/absent_unit.h"
#include "api/unit_pages/shown_unit.h"
#include "api/unit_pages/unit_fields.h"
#include "api/unit_pages/unit_relations.h"
#include "api/unit_pages/unit_roles.h"
#include "api/unit_pages/unit_sources.h"

namespace orgreg::api {
namespace {

using model::Unit;

struct Tag {
  bool is_shown = false;
  std::string_view key = {};  // Of its words.
};

// What a reader must know of a live unit before all else.
void AddTags(const ShownUnit& on) {
  const Unit& unit = on.unit;
  const auto is = [](const model::Flag& flag) { return flag.value_or(false); };
  const Tag tags[] = {
      {is(unit.bankrupt), "unit.tag.bankrupt"},
      {is(unit.winding_up), "unit.tag.winding_up"},
      {is(unit.compulsory_dissolution), "unit.tag.compulsory"},
      {unit.reconstruction_on.has_value(), "unit.tag.reconstruction"},
      {unit.foreign_insolvency_on.has_value(), "unit.tag.foreign_insolvency"},
      {unit.closed_on.has_value(), "unit.tag.closed"},
  };
  Show(on.page->values(), "HAS_TAGS", std::ranges::any_of(tags, &Tag::is_shown));
  for (const Tag& tag : tags) {
    if (tag.is_shown)
      Set(AddSection(on.page->values(), "TAG"), "TAG_TEXT", on.page->Words(tag.key));
  }
}

void AddHead(const ShownUnit& on) {
  Page& page = *on.page;
  const std::string number = OrgNumberText(on.number());
  const std::string name = on.unit.name.value_or(number);
  page.SetTitle(std::string(name).append(" (").append(number).append(")"));
  const std::string_view kind =
      page.Words(on.kind == model::Kind::kEntity ? "unit.entity" : "unit.sub_entity");
  Set(AddSection(page.values(), "DESCRIPTION"), "DESCRIPTION_TEXT",
      fmt::format("{}: {}. {} {}", kind, name, page.Words("unit.number"), number));
  Set(page.values(), "UNIT_NAME", name);
  Set(page.values(), "UNIT_NUMBER", number);
  Set(page.values(), "UNIT_DIGITS", on.number().ToString());
  Set(page.values(), "UNIT_KIND", kind);
  Show(page.values(), "IS_ENTITY", on.kind == model::Kind::kEntity);
  if (on.unit.form.text) {
    TemplateDictionary* const form = AddSection(page.values(), "UNIT_FORM");
    Set(form, "UNIT_FORM_TEXT", *on.unit.form.text);
    MarkLanguage(kRegisterLanguage, on.language(), form);
  }
  if (on.unit.state != model::State::kDeleted) return AddTags(on);
  TemplateDictionary* const deleted = AddSection(page.values(), "DELETED");
  if (!on.unit.deleted_on) return;
  TemplateDictionary* const date = AddSection(deleted, "DELETED_DATE");
  Set(date, "DELETED_ON", DayText(*on.unit.deleted_on, on.language()));
  Set(date, "DELETED_DAY", on.unit.deleted_on->ToString());
}

// More roles than these take time to read: the bytes of the entity's own, and the entities in which
// it holds some.
constexpr std::size_t kMostQuickRoleBytes = 8000;
constexpr std::size_t kMostQuickHeld = 3;

// True for pages that may take a millisecond: look-ups of other clients must not wait for them.
base::Result<bool> TakesTime(const Context& context, base::OrgNumber number) {
  // Accounts have charts and tables.
  if (context.statements->access != StatementsAccess::kBasic) return true;
  const auto roles = TRY(context.catalog->Lookup(model::Kind::kRoles, number));
  if (roles && roles->record.served().text().size() > kMostQuickRoleBytes) return true;
  const auto held = TRY(context.catalog->FindByKey(model::Kind::kRoles, number.value(),
                                                   base::OrgNumber(), kMostQuickHeld + 1));
  return held.size() > kMostQuickHeld;
}

}  // namespace

Outcome ShowUnit(const Context& context, Reply* reply) {
  if (context.is_hurried && !TakeServingTurn()) return PutOff{};
  const auto number = base::OrgNumber::Parse(context.Capture(0));
  if (!number) return ShowWrongNumber(context, reply);
  const auto found = TRY(FindUnit(*context.catalog, *number));
  if (context.is_hurried && TRY(TakesTime(context, *number))) return PutOff{};
  if (!found) return ShowUnknownUnit(context, *number, reply);
  if (found->found.state == model::State::kRemoved) return ShowRemovedUnit(context, *number, reply);
  Unit unit = UnitOf(found->kind, found->found.record.served());
  unit.state = found->found.state;
  Page page("unit", context);
  const ShownUnit on{.kind = found->kind, .unit = unit, .page = &page};
  AddHead(on);
  AddFields(on);
  TRY(AddRoles(*context.catalog, on));
  TRY(AddRelations(*context.catalog, on));
  TRY(AddOtherRegisters(*context.catalog, on));
  TRY(AddStatements(context, found->kind, *number, &page));
  AddSources(context, on);
  return page.Send(reply);
}

}  // namespace orgreg::api
