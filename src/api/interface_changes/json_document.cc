// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_changes/json_document.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <set>
#include <string>

namespace orgreg::api {
namespace {

using formats::JsonValue;

constexpr std::string_view kReference = "$ref";
constexpr std::string_view kOwn = "#/";

// The name of a step in a pointer (RFC 6901).
std::string Unescape(std::string_view step) {
  std::string name;
  for (std::size_t at = 0; at < step.size(); ++at) {
    if (step[at] == '~' && at + 1 < step.size()) {
      ++at;
      name.push_back(step[at] == '1' ? '/' : '~');
    } else {
      name.push_back(step[at]);
    }
  }
  return name;
}

constexpr std::array<std::string_view, 5> kWords = {"description", "summary", "title", "example",
                                                    "examples"};

void RemoveWords(JsonValue* value) {
  if (value->kind == JsonValue::Kind::kObject) {
    std::erase_if(value->items, [](const JsonValue& member) {
      return member.name.starts_with("x-") ||
             std::ranges::find(kWords, member.name) != kWords.end();
    });
  }
  for (JsonValue& item : value->items) RemoveWords(&item);
}

}  // namespace

const JsonValue* FindMember(const JsonValue* object, std::string_view name) {
  if (object == nullptr || object->kind != JsonValue::Kind::kObject) return nullptr;
  const auto found = std::ranges::find(object->items, name, &JsonValue::name);
  return found == object->items.end() ? nullptr : &*found;
}

std::string_view ReferenceOf(const JsonValue& value) {
  const JsonValue* const reference = FindMember(&value, kReference);
  return reference == nullptr ? std::string_view() : reference->text;
}

std::span<const JsonValue> ItemsOf(const JsonValue* value) {
  return value == nullptr ? std::span<const JsonValue>() : value->items;
}

bool IsSameButWords(const JsonValue* a, const JsonValue* b) {
  if (a == nullptr || b == nullptr) return a == b;
  JsonValue first = *a;
  JsonValue second = *b;
  RemoveWords(&first);
  RemoveWords(&second);
  return formats::IsSame(first, second);
}

base::Result<JsonDocument> JsonDocument::Read(std::string_view text) {
  JsonDocument document;
  if (!formats::ReadTree(text, &document.tree_))
    return base::Error{base::Code::kInvalid, "this is not JSON (YAML is not read)"};
  return document;
}

const JsonValue* JsonDocument::Follow(const JsonValue* value) const {
  std::set<const JsonValue*> visited;  // One that comes again is on a circle.
  while (value != nullptr && visited.insert(value).second) {
    std::string_view reference = ReferenceOf(*value);
    if (reference.empty()) return value;
    if (!reference.starts_with(kOwn)) return nullptr;
    reference.remove_prefix(kOwn.size());
    value = &tree_.root;
    for (const auto step : std::views::split(reference, '/'))
      value = FindMember(value, Unescape({step.begin(), step.end()}));
  }
  return nullptr;
}

}  // namespace orgreg::api
