// SPDX-License-Identifier: EUPL-1.2

#include "auth/tokens/json_object.h"

#include <algorithm>
#include <vector>

namespace orgreg::auth {
namespace {

namespace dom = simdjson::dom;

// So many names are compared in pairs, which needs no memory.
constexpr std::size_t kFewMembers = 16;

bool HasRepeatedNames(const dom::object& object) {
  if (object.size() <= kFewMembers) {
    for (auto one = object.begin(); one != object.end(); ++one) {
      auto other = one;
      for (++other; other != object.end(); ++other) {
        if (one.key() == other.key()) return true;
      }
    }
    return false;
  }
  std::vector<std::string_view> names;
  for (const auto& member : object) names.push_back(member.key);
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) != names.end();
}

// The parser has bounded the depth.
// NOLINTNEXTLINE(misc-no-recursion)
bool IsUnambiguous(const dom::element& element) {
  dom::array array;
  if (element.get(array) == simdjson::SUCCESS)
    return std::all_of(array.begin(), array.end(), IsUnambiguous);
  dom::object object;
  if (element.get(object) != simdjson::SUCCESS) return true;
  if (HasRepeatedNames(object)) return false;
  return std::all_of(object.begin(), object.end(),
                     [](const auto& member) { return IsUnambiguous(member.value); });
}

}  // namespace

bool JsonObject::Read(std::string_view text) {
  root_ = {};
  // The parser steps over a byte order mark, which RFC 8259 forbids to send.
  if (text.empty() || text.front() == '\xEF') return false;
  if (parser_.capacity() < text.size() &&
      parser_.allocate(text.size(), kMostLevels) != simdjson::SUCCESS)
    return false;
  dom::element root;
  dom::object object;
  if (parser_.parse(text.data(), text.size()).get(root) != simdjson::SUCCESS) return false;
  if (root.get(object) != simdjson::SUCCESS || !IsUnambiguous(root)) return false;
  root_ = object;
  return true;
}

Presence ReadText(const dom::object& object, std::string_view name, std::string_view* text) {
  dom::element value;
  if (object.at_key(name).get(value) != simdjson::SUCCESS) return Presence::kAbsent;
  return value.get(*text) == simdjson::SUCCESS ? Presence::kPresent : Presence::kWrongKind;
}

Presence ReadNumber(const dom::object& object, std::string_view name, double* number) {
  dom::element value;
  if (object.at_key(name).get(value) != simdjson::SUCCESS) return Presence::kAbsent;
  return value.get(*number) == simdjson::SUCCESS ? Presence::kPresent : Presence::kWrongKind;
}

bool Has(const dom::object& object, std::string_view name) {
  return object.at_key(name).error() == simdjson::SUCCESS;
}

}  // namespace orgreg::auth
