// SPDX-License-Identifier: EUPL-1.2

#include "api/history_pages/field_changes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/values/ascii.h"
#include "formats/json/tree.h"

namespace orgreg::api {
namespace {

using formats::JsonValue;

constexpr std::string_view kPath = "path";
constexpr std::string_view kValue = "value";
constexpr std::string_view kNull = "null";
constexpr std::string_view kAfterLast = "-";  // The end of an array (RFC 6901, section 4).

const JsonValue* FindMember(const JsonValue& object, std::string_view name) {
  const auto found = std::ranges::find(object.items, name, &JsonValue::name);
  return found == object.items.end() ? nullptr : &*found;
}

bool IsElement(std::string_view token) {
  return token == kAfterLast || (!token.empty() && std::ranges::all_of(token, base::IsDigit));
}

void AppendMember(std::string_view name, std::string* path) {
  if (!path->empty()) path->push_back('.');
  path->append(name);
}

// RFC 6901, section 4.
std::string Unescaped(std::string_view token) {
  std::string text;
  for (std::size_t at = 0; at < token.size(); ++at) {
    if (token[at] != '~' || at + 1 == token.size()) {
      text.push_back(token[at]);
    } else {
      text.push_back(token[++at] == '1' ? '/' : '~');
    }
  }
  return text;
}

// "/forretningsadresse/adresse/0" is the field "forretningsadresse.adresse".
std::string FieldOf(std::string_view pointer) {
  std::string path;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);  // The slash.
    const std::string_view token = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(token.size());
    if (!IsElement(token)) AppendMember(Unescaped(token), &path);
  }
  return path;
}

class Collector {
 public:
  explicit Collector(std::vector<PastValue> FieldChange::* side) : side_(side) {}

  // Adds the values of each operation to its field.
  void Collect(std::string_view patch, std::vector<FieldChange>* changes) const {
    formats::JsonTree tree;
    if (patch.empty() || !formats::ReadTree(patch, &tree)) return;
    for (const JsonValue& operation : tree.root.items) {
      const JsonValue* const path = FindMember(operation, kPath);
      const JsonValue* const value = FindMember(operation, kValue);
      if (path != nullptr && value != nullptr) Add(FieldOf(path->text), *value, changes);
    }
  }

 private:
  void Add(std::string path, const JsonValue& value, std::vector<FieldChange>* changes) const {
    switch (value.kind) {
      case JsonValue::Kind::kObject:
        for (const JsonValue& member : value.items) {
          std::string inner = path;
          AppendMember(member.name, &inner);
          Add(std::move(inner), member, changes);
        }
        return;
      case JsonValue::Kind::kArray:
        for (const JsonValue& element : value.items) Add(path, element, changes);
        return;
      case JsonValue::Kind::kLiteral:
        if (value.text == kNull) return;
        [[fallthrough]];
      case JsonValue::Kind::kString:
        (ChangeAt(std::move(path), changes).*side_)
            .push_back({.text = std::string(value.text),
                        .is_text = value.kind == JsonValue::Kind::kString});
    }
  }

  static FieldChange& ChangeAt(std::string path, std::vector<FieldChange>* changes) {
    const auto found = std::ranges::find(*changes, path, &FieldChange::path);
    if (found != changes->end()) return *found;
    changes->push_back({.path = std::move(path)});
    return changes->back();
  }

  std::vector<PastValue> FieldChange::* side_;
};

}  // namespace

std::vector<FieldChange> FieldChangesOf(std::string_view forward, std::string_view backward) {
  std::vector<FieldChange> changes;
  Collector(&FieldChange::after).Collect(forward, &changes);
  Collector(&FieldChange::before).Collect(backward, &changes);
  return changes;
}

}  // namespace orgreg::api
