#include "formats/json/patch.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>

#include "formats/json/text.h"
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

// Writes the operations from one tree to another.
class PatchMaker {
 public:
  explicit PatchMaker(std::string* out) : out_(out) {}

  void Make(const JsonValue& before, const JsonValue& after) {
    out_->push_back('[');
    Compare(before, after);
    out_->push_back(']');
  }

 private:
  void Compare(const JsonValue& before, const JsonValue& after) {
    if (before.kind == after.kind && before.kind == Kind::kObject) {
      CompareMembers(before, after);
    } else if (before.kind == after.kind && before.kind == Kind::kArray) {
      CompareElements(before, after);
    } else if (before.kind != after.kind || before.text != after.text) {
      Append(kReplace, &after);
    }
  }

  void CompareMembers(const JsonValue& before, const JsonValue& after) {
    MemberFinder in_after(after);
    std::vector<bool> is_old(after.items.size());
    for (const JsonValue& member : before.items) {
      const std::size_t at = in_after.Find(member.name);
      const PathStep step(this, member.name);
      if (at == MemberFinder::kNone) {
        Append(kRemove, nullptr);
      } else {
        is_old[at] = true;
        Compare(member, after.items[at]);
      }
    }
    for (std::size_t at = 0; at < after.items.size(); ++at) {
      if (is_old[at]) continue;
      const PathStep step(this, after.items[at].name);
      Append(kAdd, &after.items[at]);
    }
  }

  void CompareElements(const JsonValue& before, const JsonValue& after) {
    const std::size_t start = out_->size();
    AppendEdits(before.items, after.items);
    const std::size_t edits = out_->size() - start;
    if (edits == 0) return;
    const std::size_t middle = out_->size();
    Append(kReplace, &after);
    // The shorter of the two ways stays; both begin with a comma or neither does.
    const bool is_comma_extra = start == 1;
    const std::size_t whole = out_->size() - middle - (is_comma_extra ? 1 : 0);
    if (edits <= whole) {
      out_->resize(middle);
    } else {
      out_->erase(start, edits + (is_comma_extra ? 1 : 0));
    }
  }

  // The common elements at the beginning and at the end stay; between them, elements are changed
  // one by one as far as both arrays have them.
  void AppendEdits(const std::vector<JsonValue>& before, const std::vector<JsonValue>& after) {
    const auto first = std::ranges::mismatch(before, after, IsSame);
    const auto begin = static_cast<std::size_t>(first.in1 - before.begin());
    std::size_t end_before = before.size();
    std::size_t end_after = after.size();
    while (end_before > begin && end_after > begin &&
           IsSame(before[end_before - 1], after[end_after - 1])) {
      --end_before;
      --end_after;
    }
    const std::size_t common = std::min(end_before, end_after);
    for (std::size_t at = begin; at < common; ++at) {
      const PathStep step(this, std::to_string(at));
      Compare(before[at], after[at]);
    }
    for (std::size_t at = end_before; at > common; --at) {
      const PathStep step(this, std::to_string(at - 1));
      Append(kRemove, nullptr);
    }
    const bool is_at_end = end_before == before.size();
    for (std::size_t at = common; at < end_after; ++at) {
      const PathStep step(this, is_at_end ? std::string(kAfterLast) : std::to_string(at));
      Append(kAdd, &after[at]);
    }
  }

  void Append(std::string_view operation, const JsonValue* value) {
    if (out_->size() > 1) out_->push_back(',');
    out_->append("{\"").append(kOperation).append("\":\"").append(operation);
    out_->append("\",\"").append(kPath).append("\":");
    AppendJsonString(path_, out_);
    if (value != nullptr) {
      out_->append(",\"").append(kValue).append("\":");
      AppendTree(*value, out_);
    }
    out_->push_back('}');
  }

  // Lengthens the path while it lives (RFC 6901, section 3).
  class PathStep {
   public:
    PathStep(PatchMaker* maker, std::string_view token) : path_(maker->path_), size_(path_.size()) {
      path_.push_back('/');
      for (const char c : token) {
        if (c == '~') {
          path_.append("~0");
        } else if (c == '/') {
          path_.append("~1");
        } else {
          path_.push_back(c);
        }
      }
    }
    PathStep(const PathStep&) = delete;
    PathStep& operator=(const PathStep&) = delete;
    ~PathStep() { path_.resize(size_); }

   private:
    std::string& path_;
    std::size_t size_;
  };

  std::string* out_;
  std::string path_;
};

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

std::string MakePatch(std::string_view before, std::string_view after) {
  JsonTree old_tree;
  JsonTree new_tree;
  if (!ReadTree(after, &new_tree)) return {};
  // An unreadable text has no parts that an operation could point to.
  if (!ReadTree(before, &old_tree)) old_tree.root = {};
  std::string patch;
  PatchMaker(&patch).Make(old_tree.root, new_tree.root);
  return patch;
}

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
