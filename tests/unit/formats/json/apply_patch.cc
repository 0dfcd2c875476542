// SPDX-License-Identifier: EUPL-1.2

#include "unit/formats/json/apply_patch.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "formats/json/tree.h"

namespace orgreg::formats {
namespace {

using Kind = JsonValue::Kind;

constexpr std::string_view kOperation = "op";
constexpr std::string_view kPath = "path";
constexpr std::string_view kValue = "value";
constexpr std::string_view kAdd = "add";
constexpr std::string_view kRemove = "remove";
constexpr std::string_view kReplace = "replace";
constexpr std::string_view kAfterLast = "-";  // The end of an array (RFC 6901, section 4).

base::Error Broken(std::string message) { return {base::Code::kInvalid, std::move(message)}; }

const JsonValue* FindMember(const JsonValue& object, std::string_view name) {
  const auto found = std::ranges::find(object.items, name, &JsonValue::name);
  return found == object.items.end() ? nullptr : &*found;
}

// One operation of a patch.
struct Operation {
  std::string_view name;
  std::string_view path;
  const JsonValue* value = nullptr;  // Null if there is none.
};

std::optional<Operation> ReadOperation(const JsonValue& item) {
  if (item.kind != Kind::kObject) return std::nullopt;
  const JsonValue* const name = FindMember(item, kOperation);
  const JsonValue* const path = FindMember(item, kPath);
  if (name == nullptr || name->kind != Kind::kString) return std::nullopt;
  if (path == nullptr || path->kind != Kind::kString) return std::nullopt;
  return Operation{.name = name->text, .path = path->text, .value = FindMember(item, kValue)};
}

// Reads the tree of a patch: an array. No object may have a name twice, because its meaning would
// be ambiguous.
base::Status ReadPatch(std::string_view patch, JsonTree* tree) {
  if (!ReadTree(patch, tree)) return Broken("the patch is not JSON");
  if (tree->root.kind != Kind::kArray) return Broken("the patch is not an array");
  if (tree->has_repeated_names)
    return Broken("the patch has an object with two members of one name");
  return {};
}

// The tokens of a JSON pointer (RFC 6901); nothing if it is invalid.
std::optional<std::vector<std::string>> SplitPointer(std::string_view path) {
  std::vector<std::string> tokens;
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (path[at] == '/') {
      tokens.emplace_back();
    } else if (tokens.empty()) {
      return std::nullopt;
    } else if (path[at] != '~') {
      tokens.back().push_back(path[at]);
    } else {
      ++at;
      if (at == path.size() || (path[at] != '0' && path[at] != '1')) return std::nullopt;
      tokens.back().push_back(path[at] == '0' ? '~' : '/');
    }
  }
  return tokens;
}

// The array index that a token names: digits without a leading zero.
std::optional<std::size_t> ReadIndex(std::string_view token) {
  if (token.empty() || (token.size() > 1 && token.front() == '0')) return std::nullopt;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return index;
}

// The item of an array or object that a token names; null if there is none.
JsonValue* FindItem(JsonValue* parent, std::string_view token) {
  if (parent->kind == Kind::kArray) {
    const std::optional<std::size_t> index = ReadIndex(token);
    return index && *index < parent->items.size() ? &parent->items[*index] : nullptr;
  }
  const auto found = std::ranges::find(parent->items, token, &JsonValue::name);
  return found == parent->items.end() ? nullptr : &*found;
}

// A document to which operations are applied.
class Patched {
 public:
  explicit Patched(JsonTree* tree) : tree_(tree) {}

  // False if the operation cannot be applied.
  bool Apply(const Operation& operation) {
    const std::optional<std::vector<std::string>> tokens = SplitPointer(operation.path);
    if (!tokens || tokens->size() > kMostTreeLevels) return false;
    const bool is_removal = operation.name == kRemove;
    const bool sets_value = operation.name == kAdd || operation.name == kReplace;
    if (!is_removal && (!sets_value || operation.value == nullptr)) return false;
    if (tokens->empty()) {
      if (sets_value) tree_->root = *operation.value;
      return sets_value;
    }
    JsonValue* parent = &tree_->root;
    for (std::size_t at = 0; at + 1 < tokens->size() && parent != nullptr; ++at)
      parent = FindItem(parent, (*tokens)[at]);
    if (parent == nullptr) return false;
    if (is_removal) return Remove(parent, tokens->back());
    if (operation.name == kReplace) return Replace(parent, tokens->back(), *operation.value);
    return Add(parent, tokens->back(), *operation.value);
  }

 private:
  static bool Remove(JsonValue* parent, std::string_view token) {
    const JsonValue* const item = FindItem(parent, token);
    if (item == nullptr) return false;
    parent->items.erase(parent->items.begin() + (item - parent->items.data()));
    return true;
  }

  static bool Replace(JsonValue* parent, std::string_view token, const JsonValue& value) {
    JsonValue* const item = FindItem(parent, token);
    if (item == nullptr) return false;
    const std::string_view name = item->name;
    *item = value;
    item->name = name;
    return true;
  }

  bool Add(JsonValue* parent, const std::string& token, const JsonValue& value) {
    if (parent->kind == Kind::kObject) {
      if (Replace(parent, token, value)) return true;
      parent->items.push_back(value);
      parent->items.back().name = tree_->decoded.emplace_back(token);
      return true;
    }
    if (parent->kind != Kind::kArray) return false;
    const std::size_t size = parent->items.size();
    const std::optional<std::size_t> index = token == kAfterLast ? size : ReadIndex(token);
    if (!index || *index > size) return false;
    parent->items.insert(parent->items.begin() + static_cast<std::ptrdiff_t>(*index), value);
    return true;
  }

  JsonTree* tree_;
};

}  // namespace

base::Result<std::string> ApplyPatch(std::string_view before, std::string_view patch) {
  JsonTree document;
  JsonTree operations;
  if (!ReadTree(before, &document)) return Broken("the document is not JSON");
  TRY(ReadPatch(patch, &operations));
  Patched patched(&document);
  for (std::size_t at = 0; at < operations.root.items.size(); ++at) {
    const std::optional<Operation> operation = ReadOperation(operations.root.items[at]);
    if (operation && patched.Apply(*operation)) continue;
    std::string shown;
    AppendTree(operations.root.items[at], &shown);
    constexpr std::size_t kMostShown = 200;
    shown.resize(std::min(shown.size(), kMostShown));
    return Broken("operation " + std::to_string(at) + " cannot be carried out: " + shown);
  }
  std::string text;
  AppendTree(document.root, &text);
  return text;
}

}  // namespace orgreg::formats
