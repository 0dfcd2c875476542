// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_changes/schema_keywords.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <span>

#include "api/interface_changes/json_document.h"

namespace orgreg::api {

using formats::JsonValue;

namespace {

// Keywords that say nothing about which values are allowed.
constexpr std::array<std::string_view, 7> kAnnotations = {
    "description", "title", "summary", "example", "examples", "deprecated", "$ref"};

bool IsIn(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

bool IsAnnotation(std::string_view keyword) {
  return IsIn(kAnnotations, keyword) || (keyword.starts_with("x-") && keyword != kSortKeys);
}

bool HasRules(const JsonValue* schema) {
  return std::ranges::any_of(ItemsOf(schema),
                             [](const JsonValue& keyword) { return !IsAnnotation(keyword.name); });
}

Texts TextsOf(const JsonValue* value) {
  if (value == nullptr) return {};
  if (value->kind != JsonValue::Kind::kArray) return {value->text};
  Texts texts;
  for (const JsonValue& item : value->items) texts.insert(item.text);
  return texts;
}

Values ValuesOf(const JsonValue* list) {
  Values values;
  for (const JsonValue& item : ItemsOf(list)) {
    std::string text(item.text);
    if (item.kind != JsonValue::Kind::kString) formats::AppendTree(item, &(text = ""));
    values.emplace(item.kind, std::move(text));
  }
  return values;
}

Texts TypesOf(const JsonValue* value) {
  if (value == nullptr)
    return {"array", "boolean", "integer", "null", "number", "object", "string"};
  Texts types = TextsOf(value);
  if (types.contains("number")) types.insert("integer");
  return types;
}

double BoundOf(const JsonValue* value, bool is_lower) {
  constexpr double kAll = std::numeric_limits<double>::infinity();
  double bound = is_lower ? -kAll : kAll;
  if (value != nullptr)
    std::from_chars(value->text.data(), value->text.data() + value->text.size(), bound);
  return bound;
}

const JsonValue* ChoicesOf(const JsonValue* schema) {
  const JsonValue* const any = FindMember(schema, "anyOf");
  return any != nullptr ? any : FindMember(schema, "oneOf");
}

std::vector<const JsonValue*> ListChoices(const JsonValue* schema, const JsonValue* written) {
  std::vector<const JsonValue*> list;
  for (const JsonValue& choice : ItemsOf(ChoicesOf(schema))) list.push_back(&choice);
  if (list.empty()) list.push_back(written);
  return list;
}

std::string_view LastStep(std::string_view reference) {
  return reference.substr(reference.rfind('/') + 1);
}

std::string NameOfChoice(const JsonValue* schema) {
  if (schema == nullptr) return "any value";
  const std::string_view reference = ReferenceOf(*schema);
  if (!reference.empty()) return std::string(LastStep(reference));
  std::string json;
  formats::AppendTree(*schema, &json);
  return json;
}

}  // namespace orgreg::api
