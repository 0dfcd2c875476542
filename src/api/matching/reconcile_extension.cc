// SPDX-License-Identifier: EUPL-1.2

#include "api/matching/reconcile_extension.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "api/extensions/unit_state.h"
#include "api/interface/served_unit.h"
#include "base/values/org_number.h"
#include "formats/json/text.h"
#include "formats/json/tree.h"
#include "model/unit.h"

namespace orgreg::api {

using formats::AppendJsonString;
using formats::JsonValue;
using model::Kind;
using model::Unit;

// A property: its id, its name, and what appends its value for a unit, or nothing.
struct PropertyRow {
  std::string_view id = {};
  std::string_view name = {};
  void (*append)(Kind kind, const Unit& unit, std::string* out) = nullptr;
};

namespace {

void AppendText(const model::Text& text, std::string* out) {
  if (!text) return;
  out->append(R"({"str":)");
  AppendJsonString(*text, out);
  out->push_back('}');
}

void AppendCode(const model::Text& code, const model::Text& text, std::string* out) {
  if (!code) return;
  out->append(R"({"id":)");
  AppendJsonString(*code, out);
  out->append(R"(,"name":)");
  AppendJsonString(text.value_or(*code), out);
  out->push_back('}');
}

// The specification wants a time of day.
void AppendDay(const model::Day& day, std::string* out) {
  if (!day) return;
  out->append(R"({"date":")");
  day->AppendTo(out);
  out->append(R"(T00:00:00Z"})");
}

void AppendWhole(const model::Count& count, std::string* out) {
  if (!count) return;
  out->append(R"({"int":)");
  formats::AppendInteger(*count, out);
  out->push_back('}');
}

const model::Address& AddressOf(Kind kind, const Unit& unit) {
  return kind == Kind::kEntity ? unit.business_address : unit.location_address;
}

constexpr std::array kProperties = {
    PropertyRow{"name", "Name",
                [](Kind, const Unit& unit, std::string* out) { AppendText(unit.name, out); }},
    PropertyRow{"form", "Organisation form",
                [](Kind, const Unit& unit, std::string* out) {
                  AppendCode(unit.form.code, unit.form.text, out);
                }},
    PropertyRow{"place", "Post town",
                [](Kind kind, const Unit& unit, std::string* out) {
                  AppendText(AddressOf(kind, unit).city, out);
                }},
    PropertyRow{"postcode", "Postal code",
                [](Kind kind, const Unit& unit, std::string* out) {
                  AppendText(AddressOf(kind, unit).postcode, out);
                }},
    PropertyRow{"municipality", "Municipality",
                [](Kind kind, const Unit& unit, std::string* out) {
                  const model::Address& address = AddressOf(kind, unit);
                  AppendCode(address.municipality_number, address.municipality, out);
                }},
    PropertyRow{"industry", "Industry",
                [](Kind, const Unit& unit, std::string* out) {
                  AppendCode(unit.industries.front().code, unit.industries.front().text, out);
                }},
    PropertyRow{"sector", "Institutional sector",
                [](Kind, const Unit& unit, std::string* out) {
                  AppendCode(unit.sector.code, unit.sector.text, out);
                }},
    PropertyRow{"employees", "Employees",
                [](Kind, const Unit& unit, std::string* out) { AppendWhole(unit.employees, out); }},
    PropertyRow{"founded", "Day of foundation",
                [](Kind, const Unit& unit, std::string* out) { AppendDay(unit.founded_on, out); }},
    PropertyRow{
        "registered", "Day of registration",
        [](Kind, const Unit& unit, std::string* out) { AppendDay(unit.registered_on, out); }},
    PropertyRow{"deleted", "Day of deletion",
                [](Kind, const Unit& unit, std::string* out) { AppendDay(unit.deleted_on, out); }},
    PropertyRow{"website", "Website",
                [](Kind, const Unit& unit, std::string* out) { AppendText(unit.website, out); }},
    PropertyRow{"superior", "Superior unit",
                [](Kind, const Unit& unit, std::string* out) {
                  if (unit.superior) AppendText(unit.superior->ToString(), out);
                }},
};

const PropertyRow* FindProperty(std::string_view id) {
  const auto* const found = std::ranges::find(kProperties, id, &PropertyRow::id);
  return found == kProperties.end() ? nullptr : found;
}

const JsonValue* ListIn(const JsonValue& object, std::string_view name) {
  const auto found = std::ranges::find(object.items, name, &JsonValue::name);
  const bool is_list = found != object.items.end() && found->kind == JsonValue::Kind::kArray;
  return is_list ? &*found : nullptr;
}

// The id of a property that is asked for; null if there is none.
const JsonValue* IdOf(const JsonValue& property) {
  const auto found = std::ranges::find(property.items, "id", &JsonValue::name);
  const bool is_text = property.kind == JsonValue::Kind::kObject && found != property.items.end() &&
                       found->kind == JsonValue::Kind::kString;
  return is_text ? &*found : nullptr;
}

void AppendProperty(const PropertyRow& row, std::string* out) {
  out->append(R"({"id":)");
  AppendJsonString(row.id, out);
  out->append(R"(,"name":)");
  AppendJsonString(row.name, out);
  out->push_back('}');
}

}  // namespace

base::Status AppendRow(const search::Catalog& catalog, const ExtensionQuery& query,
                       std::string_view id, std::string* out) {
  std::optional<FoundUnit> found;
  if (const auto number = base::OrgNumber::Parse(id)) found = TRY(FindUnit(catalog, *number));
  const Kind kind = found ? found->kind : Kind::kEntity;
  const Unit unit = found ? UnitOf(kind, found->found.record.served()) : Unit();
  AppendJsonString(id, out);
  out->append(":{");
  for (const PropertyRow* const property : query.properties) {
    if (property != query.properties.front()) out->push_back(',');
    AppendJsonString(property->id, out);
    out->append(":[");
    property->append(kind, unit, out);
    out->push_back(']');
  }
  out->push_back('}');
  return {};
}

std::optional<ExtensionQuery> ReadExtension(std::string_view json) {
  formats::JsonTree tree;
  if (!formats::ReadTree(json, &tree) || tree.root.kind != JsonValue::Kind::kObject)
    return std::nullopt;
  const JsonValue* const ids = ListIn(tree.root, "ids");
  const JsonValue* const properties = ListIn(tree.root, "properties");
  if (ids == nullptr || properties == nullptr) return std::nullopt;
  ExtensionQuery query;
  std::set<std::string_view> known;
  for (const JsonValue& id : ids->items) {
    if (id.kind != JsonValue::Kind::kString) return std::nullopt;
    if (known.insert(id.text).second) query.ids.emplace_back(id.text);
  }
  for (const JsonValue& property : properties->items) {
    const JsonValue* const id = IdOf(property);
    if (id == nullptr) return std::nullopt;
    const PropertyRow* const row = FindProperty(id->text);
    if (row != nullptr && std::ranges::find(query.properties, row) == query.properties.end())
      query.properties.push_back(row);
  }
  return query;
}

void AppendMeta(const ExtensionQuery& query, std::string* out) {
  out->append(R"("meta":[)");
  for (const PropertyRow* const property : query.properties) {
    if (property != query.properties.front()) out->push_back(',');
    AppendProperty(*property, out);
  }
  out->push_back(']');
}

void AppendProperties(std::string_view type, std::size_t most, std::string* out) {
  out->append(R"({"type":)");
  AppendJsonString(type, out);
  out->append(R"(,"properties":[)");
  const auto rows = std::span(kProperties);
  for (const PropertyRow& row : rows.first(std::min(most, rows.size()))) {
    if (&row != kProperties.data()) out->push_back(',');
    AppendProperty(row, out);
  }
  out->append("]}");
}

}  // namespace orgreg::api
