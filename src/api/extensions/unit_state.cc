// SPDX-License-Identifier: EUPL-1.2

#include "api/extensions/unit_state.h"

#include <utility>

#include "api/interface/served_unit.h"
#include "base/threads/per_thread.h"
#include "base/values/date.h"
#include "formats/json/cursor.h"
#include "formats/json/quote_marks.h"
#include "model/units/field.h"

namespace orgreg::api {
namespace {

using model::Kind;
using model::Unit;

// The names of the members at the top of a record. They are the same for both kinds.
template <auto member>
std::string_view NameOf() {
  for (const Kind kind : model::kUnitKinds) {
    for (const model::State state : {model::State::kLive, model::State::kDeleted}) {
      for (const model::Field& field : model::Fields(kind, state)) {
        if (field.group.empty() && model::IsAt<member>(field.row)) return field.row.name;
      }
    }
  }
  return {};
}

struct Names {
  std::string_view name = NameOf<&Unit::name>();
  std::string_view deleted_on = NameOf<&Unit::deleted_on>();
  std::string_view superior = NameOf<&Unit::superior>();
};

// The texts of the members as they are written. False if one has an escape.
bool TakeMembers(std::string_view json, UnitBrief* brief) {
  static const Names names;
  static base::PerThread<formats::QuoteMarks> all_marks;
  formats::QuoteMarks& marks = all_marks.Get();
  if (!marks.Find(json)) return false;
  formats::JsonCursor at(json, marks);
  std::string_view key;
  std::string_view text;
  at.Take('{');
  while (at.TakeString(&key) && at.Take(':')) {
    if (!at.TakeString(&text)) {
      if (!at.PassValue()) return false;
    } else if (key == names.name) {
      if (text.find('\\') != std::string_view::npos) return false;
      brief->name = text;
    } else if (key == names.deleted_on) {
      brief->deleted_on = base::Date::Parse(text);
    } else if (key == names.superior) {
      brief->superior = base::OrgNumber::Parse(text);
    }
    if (!at.Take(',')) break;
  }
  return true;
}

}  // namespace

base::Result<std::optional<FoundUnit>> FindUnit(const search::Catalog& catalog,
                                                base::OrgNumber number) {
  std::optional<FoundUnit> best;
  for (const Kind kind : model::kUnitKinds) {
    const auto found = TRY(catalog.Lookup(kind, number));
    if (!found || (best && best->found.state <= found->state)) continue;
    best = {.kind = kind, .found = *found};
    if (found->state == model::State::kLive) break;
  }
  return best;
}

// A removed unit has no content but the day of its removal.
std::string_view StatusOf(model::State state) {
  switch (state) {
    case model::State::kLive:
      return "live";
    case model::State::kDeleted:
      return "deleted";
    case model::State::kRemoved:
      return "removed";
  }
  return "";
}

UnitBrief BriefOf(const FoundUnit& unit) {
  const render::PublicForm served = unit.found.record.served();
  UnitBrief brief;
  if (TakeMembers(served.text(), &brief)) return brief;
  model::Unit whole = UnitOf(unit.kind, served);
  return {
      .name = std::move(whole.name), .deleted_on = whole.deleted_on, .superior = whole.superior};
}

}  // namespace orgreg::api
