// SPDX-License-Identifier: EUPL-1.2

#include "api/reference_page/schema_rows.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace orgreg::api {
namespace {

constexpr std::string_view kReference = "$ref";
constexpr std::string_view kList = "list of ";

// The types of JSON Schema in words.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kTypes = {
    {{"string", "text"},
     {"integer", "whole number"},
     {"number", "number"},
     {"boolean", "true or false"},
     {"null", "null"}}};

std::string_view InWords(std::string_view type) {
  const auto found = std::ranges::find(kTypes, type, &decltype(kTypes)::value_type::first);
  return found == kTypes.end() ? type : found->second;
}

// Limits and forms of a value, each with the words before it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kLimits = {
    {{"format", ", "},
     {"minimum", ", at least "},
     {"maximum", ", at most "},
     {"minLength", ", characters at least "},
     {"maxLength", ", characters at most "},
     {"minItems", ", items at least "},
     {"maxItems", ", items at most "},
     {"default", ", otherwise "},
     {"const", ", always "},
     {"pattern", ", as "}}};

std::string JoinTexts(const Node& list, std::string_view between) {
  std::string joined;
  for (const Node& item : list.items()) {
    if (!joined.empty()) joined.append(between);
    joined.append(item.text());
  }
  return joined;
}

std::string TypeWords(const Node& schema) {
  const Node* const type = schema.Find("type");
  if (type == nullptr) return "any value";
  if (type->kind() == Node::Kind::kText) return std::string(InWords(type->text()));
  std::string words;
  for (const Node& item : type->items()) {
    if (!words.empty()) words.append(" or ");
    words.append(InWords(item.text()));
  }
  return words;
}

// Longer patterns are for programs; the keys of sorting, for example, say the same readably.
constexpr std::size_t kLongestPattern = 60;

bool IsReadable(std::string_view limit, const Node& value) {
  return limit != "pattern" || value.text().size() <= kLongestPattern;
}

std::string LimitWords(const Node& schema) {
  std::string words;
  for (const auto& [name, before] : kLimits) {
    const Node* const limit = schema.Find(name);
    if (limit == nullptr || !IsReadable(name, *limit)) continue;
    words.append(before).append(limit->text());
  }
  if (const Node* const values = schema.Find("enum"))
    words.append(": ").append(JoinTexts(*values, ", "));
  if (const Node* const keys = schema.Find("x-sort-keys"))
    words.append(", with a key of ").append(JoinTexts(*keys, ", "));
  return words;
}

void AppendType(const Node& schema, std::vector<TypePart>* parts);

// Any one of several schemas.
void AppendChoices(const Node& choices, std::vector<TypePart>* parts) {
  for (const Node& choice : choices.items()) {
    if (&choice != choices.items().data()) parts->push_back({.words = " or "});
    AppendType(choice, parts);
  }
}

void AppendType(const Node& schema, std::vector<TypePart>* parts) {
  if (const Node* const target = schema.Find(kReference)) {
    const std::string_view path = target->text();
    parts->push_back({.schema = std::string(path.substr(path.rfind('/') + 1))});
    return;
  }
  for (const std::string_view choice : {"oneOf", "anyOf", "allOf"}) {
    if (const Node* const choices = schema.Find(choice)) return AppendChoices(*choices, parts);
  }
  const bool is_list = TextAt(schema, "type") == "array";
  parts->push_back({.words = is_list ? std::string(kList) : TypeWords(schema)});
  const Node* const items = schema.Find("items");
  if (is_list && items != nullptr) AppendType(*items, parts);
  parts->push_back({.words = LimitWords(schema)});
}

bool IsNamed(std::span<const Node> names, std::string_view name) {
  return std::ranges::any_of(names, [name](const Node& node) { return node.text() == name; });
}

void AppendMembers(const Node& schema, const std::string& before, std::vector<MemberRow>* rows) {
  if (const Node* const items = schema.Find("items"))
    return AppendMembers(
        *items, before.empty() ? "[]." : before.substr(0, before.size() - 1) + "[].", rows);
  const Node* const members = schema.Find("properties");
  if (members == nullptr) return;
  const Node* const required = schema.Find("required");
  for (std::size_t at = 0; at < members->items().size(); ++at) {
    const Node& member = members->items()[at];
    const std::string& name = members->names()[at];
    rows->push_back({.name = before + name,
                     .schema = &member,
                     .is_required = required != nullptr && IsNamed(required->items(), name)});
    AppendMembers(member, before + name + ".", rows);
  }
}

}  // namespace

std::string_view TextAt(const Node& node, std::string_view name) {
  const Node* const member = node.Find(name);
  if (member == nullptr || member->kind() != Node::Kind::kText) return {};
  return member->text();
}

std::vector<TypePart> DescribeType(const Node& schema) {
  std::vector<TypePart> parts;
  AppendType(schema, &parts);
  return parts;
}

std::vector<MemberRow> MembersOf(const Node& schema) {
  std::vector<MemberRow> rows;
  AppendMembers(schema, "", &rows);
  return rows;
}

}  // namespace orgreg::api
