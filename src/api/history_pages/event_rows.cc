// SPDX-License-Identifier: EUPL-1.2

#include "api/history_pages/event_rows.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "api/history_pages/field_changes.h"
#include "api/pages/day_text.h"
#include "api/pages/number_text.h"
#include "api/pages/words.h"
#include "api/unit_pages/field_rows.h"
#include "base/values/date.h"
#include "base/values/decimal.h"
#include "model/schema/value.h"
#include "model/units/field.h"

namespace orgreg::api {
namespace {

using model::ValueKind;

struct ShownField {
  std::string path = {};
  ValueKind kind = ValueKind::kText;
};
using ShownFields = std::vector<ShownField>;

// A live unit may have been struck off before, and had then what only such units have.
ShownFields MakeFields(model::Kind kind, model::State state) {
  ShownFields fields;
  const auto add = [&](model::State of) {
    for (const model::Field& field : model::Fields(kind, of)) {
      const std::string path = field.Path();
      if (std::ranges::find(fields, path, &ShownField::path) == fields.end())
        fields.push_back({.path = path, .kind = field.row.kind});
    }
  };
  add(state);
  if (state == model::State::kLive) add(model::State::kDeleted);
  return fields;
}

// Of units that are shown: a removed one has no history.
const ShownFields& FieldsOf(model::Kind kind, model::State state) {
  static const ShownFields live_entity = MakeFields(model::Kind::kEntity, model::State::kLive);
  static const ShownFields live_sub = MakeFields(model::Kind::kSubEntity, model::State::kLive);
  static const ShownFields deleted_entity =
      MakeFields(model::Kind::kEntity, model::State::kDeleted);
  static const ShownFields deleted_sub =
      MakeFields(model::Kind::kSubEntity, model::State::kDeleted);
  const bool is_live = state == model::State::kLive;
  if (kind == model::Kind::kEntity) return is_live ? live_entity : deleted_entity;
  return is_live ? live_sub : deleted_sub;
}

// The path is that of the field, or of something in it.
bool IsOf(std::string_view path, std::string_view field) {
  return path.starts_with(field) && (path.size() == field.size() || path[field.size()] == '.');
}

EventValue ValueOf(const PastValue& value, ValueKind kind, PageLanguage language) {
  if (value.is_text) {
    const auto day = kind == ValueKind::kDay ? base::Date::Parse(value.text) : std::nullopt;
    if (day) return {.text = DayText(*day, language)};
    return {.text = value.text, .is_words = kind != ValueKind::kCode};
  }
  if (const auto number = base::Decimal::Parse(value.text))
    return {.text = AmountText(*number, language)};
  const bool is_yes = value.text == "true";
  return {.text = std::string(WordsFor(is_yes ? "yes" : "no", language))};
}

std::vector<EventValue> ValuesOf(const std::vector<PastValue>& values, ValueKind kind,
                                 PageLanguage language) {
  std::vector<EventValue> shown;
  shown.reserve(values.size());
  for (const PastValue& value : values) shown.push_back(ValueOf(value, kind, language));
  return shown;
}

struct PlacedRow {
  std::size_t place = 0;  // Of its field in the record.
  std::size_t order = 0;  // Among the changes.
  EventRow row = {};
};

}  // namespace

std::vector<EventRow> RowsOf(const model::PastChange& change, model::Kind kind, model::State state,
                             PageLanguage language) {
  const ShownFields& fields = FieldsOf(kind, state);
  const std::vector<FieldChange> changes = FieldChangesOf(change.forward, change.backward);
  std::vector<PlacedRow> placed;
  placed.reserve(changes.size());
  for (const FieldChange& one : changes) {
    const auto field = std::ranges::find_if(
        fields, [&](const ShownField& shown) { return IsOf(one.path, shown.path); });
    if (field == fields.end()) continue;
    std::string label = FieldLabel(one.path, language);
    if (label.empty()) label = one.path;
    placed.push_back({.place = static_cast<std::size_t>(field - fields.begin()),
                      .order = placed.size(),
                      .row = {.label = std::move(label),
                              .before = ValuesOf(one.before, field->kind, language),
                              .after = ValuesOf(one.after, field->kind, language)}});
  }
  std::ranges::sort(placed, {},
                    [](const PlacedRow& one) { return std::pair(one.place, one.order); });
  std::vector<EventRow> rows;
  rows.reserve(placed.size());
  for (PlacedRow& one : placed) rows.push_back(std::move(one.row));
  return rows;
}

std::optional<std::size_t> PlaceOfLoad(const model::RecordHistory& history) {
  if (!history.loaded) return std::nullopt;
  const auto older = std::ranges::find_if(history.changes, [&](const model::PastChange& change) {
    return change.time < *history.loaded;
  });
  return static_cast<std::size_t>(older - history.changes.begin());
}

std::string_view EventKey(const model::PastChange& change) {
  switch (change.type) {
    case model::UpdateType::kNew:
      return change.backward.empty() ? "history.registered" : "history.registered_again";
    case model::UpdateType::kChange:
      return "history.changed";
    case model::UpdateType::kDeletion:
      return "history.deleted";
    case model::UpdateType::kRemoval:
      return "history.removed";
    case model::UpdateType::kUnknown:
      break;
  }
  return "history.unknown";
}

}  // namespace orgreg::api
