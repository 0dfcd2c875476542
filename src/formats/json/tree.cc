// SPDX-License-Identifier: EUPL-1.2

// TreeMaker builds a tree from the events of a parser; the other functions compare trees, write
// them and find their members.

#include "formats/json/tree.h"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <functional>
#include <unordered_map>
#include <utility>

#include "formats/json/text.h"

namespace orgreg::formats {
namespace {

using Kind = JsonValue::Kind;

bool HasRepeatedNames(const std::vector<JsonValue>& members) {
  if (members.size() < 2) return false;
  std::vector<std::size_t> hashes;
  hashes.reserve(members.size());
  for (const JsonValue& member : members)
    hashes.push_back(std::hash<std::string_view>()(member.name));
  std::ranges::sort(hashes);
  return std::ranges::adjacent_find(hashes) != hashes.end();
}

// Keeps only the last member of each name.
void KeepLast(std::vector<JsonValue>* members) {
  std::unordered_map<std::string_view, const JsonValue*> last;
  for (const JsonValue& member : *members) last[member.name] = &member;
  std::vector<JsonValue> kept;
  for (JsonValue& member : *members) {
    if (last[member.name] == &member) kept.push_back(std::move(member));
  }
  *members = std::move(kept);
}

// Takes the parts of a text from the parser and builds the tree.
class TreeMaker {
 public:
  using Error = boost::json::error_code;
  using Text = boost::json::string_view;

  // NOLINTBEGIN(readability-identifier-naming): the parser asks for these names.
  static constexpr std::size_t max_object_size = SIZE_MAX;
  static constexpr std::size_t max_array_size = SIZE_MAX;
  static constexpr std::size_t max_key_size = SIZE_MAX;
  static constexpr std::size_t max_string_size = SIZE_MAX;
  // NOLINTEND(readability-identifier-naming)

  TreeMaker(std::string_view source, JsonTree* tree) : source_(source), tree_(tree) {}

  bool on_document_begin(Error& /*error*/) { return true; }
  bool on_document_end(Error& /*error*/) { return true; }
  bool on_object_begin(Error& /*error*/) { return Open(Kind::kObject); }
  bool on_object_end(std::size_t /*count*/, Error& /*error*/) {
    std::vector<JsonValue>* const members = &open_.back().items;
    if (HasRepeatedNames(*members)) {
      const std::size_t count = members->size();
      KeepLast(members);
      tree_->has_repeated_names = tree_->has_repeated_names || members->size() != count;
    }
    return Close();
  }
  bool on_array_begin(Error& /*error*/) { return Open(Kind::kArray); }
  bool on_array_end(std::size_t /*count*/, Error& /*error*/) { return Close(); }
  bool on_key_part(Text part, std::size_t /*size*/, Error& /*error*/) { return TakePart(part); }
  bool on_key(Text part, std::size_t /*size*/, Error& /*error*/) {
    name_ = Whole(part);
    return true;
  }
  bool on_string_part(Text part, std::size_t /*size*/, Error& /*error*/) { return TakePart(part); }
  bool on_string(Text part, std::size_t /*size*/, Error& /*error*/) {
    return Add({.kind = Kind::kString, .text = Whole(part)});
  }
  bool on_number_part(Text part, Error& /*error*/) { return TakePart(part); }
  bool on_int64(std::int64_t /*value*/, Text part, Error& /*error*/) { return AddNumber(part); }
  bool on_uint64(std::uint64_t /*value*/, Text part, Error& /*error*/) { return AddNumber(part); }
  bool on_double(double /*value*/, Text part, Error& /*error*/) { return AddNumber(part); }
  bool on_bool(bool value, Error& /*error*/) { return Add({.text = value ? "true" : "false"}); }
  bool on_null(Error& /*error*/) { return Add({.text = "null"}); }
  bool on_comment_part(Text /*part*/, Error& /*error*/) { return true; }
  bool on_comment(Text /*part*/, Error& /*error*/) { return true; }

 private:
  bool TakePart(Text part) {
    parts_.append(part.data(), part.size());
    return true;
  }

  // The text that ends with `part`: borrowed if the source has it unescaped.
  std::string_view Whole(Text part) {
    const std::less_equal<const char*> not_after;
    const bool is_borrowed = parts_.empty() && not_after(source_.data(), part.data()) &&
                             not_after(part.data() + part.size(), source_.data() + source_.size());
    if (is_borrowed) return {part.data(), part.size()};
    parts_.append(part.data(), part.size());
    return tree_->decoded.emplace_back(std::exchange(parts_, {}));
  }

  bool AddNumber(Text part) { return Add({.text = Whole(part)}); }

  bool Open(Kind kind) {
    open_.push_back({.kind = kind, .name = std::exchange(name_, {})});
    return true;
  }

  bool Close() {
    JsonValue value = std::move(open_.back());
    open_.pop_back();
    name_ = value.name;
    return Add(std::move(value));
  }

  bool Add(JsonValue value) {
    value.name = std::exchange(name_, {});
    if (open_.empty()) {
      tree_->root = std::move(value);
    } else {
      open_.back().items.push_back(std::move(value));
    }
    return true;
  }

  std::string_view source_;
  JsonTree* tree_;
  std::vector<JsonValue> open_;  // Arrays and objects that are not closed yet.
  std::string_view name_;        // The name of the next member.
  std::string parts_;
};

bool HasSameMembers(const JsonValue& a, const JsonValue& b) {
  MemberFinder finder(b);
  return std::ranges::all_of(a.items, [&](const JsonValue& member) {
    const std::size_t at = finder.Find(member.name);
    return at != MemberFinder::kNone && IsSame(member, b.items[at]);
  });
}

}  // namespace

bool ReadTree(std::string_view text, JsonTree* tree) {
  boost::json::parse_options options;
  options.max_depth = kMostTreeLevels;
  boost::json::basic_parser<TreeMaker> parser(options, text, tree);
  boost::json::error_code error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  return !error && read == text.size();
}

bool IsSame(const JsonValue& a, const JsonValue& b) {
  if (a.kind != b.kind || a.text != b.text || a.items.size() != b.items.size()) return false;
  if (a.kind == Kind::kObject) return HasSameMembers(a, b);
  return std::ranges::equal(a.items, b.items, IsSame);
}

void AppendTree(const JsonValue& value, std::string* out) {
  if (value.kind == Kind::kLiteral) {
    out->append(value.text);
    return;
  }
  if (value.kind == Kind::kString) return AppendJsonString(value.text, out);
  const bool is_object = value.kind == Kind::kObject;
  out->push_back(is_object ? '{' : '[');
  for (const JsonValue& item : value.items) {
    if (&item != value.items.data()) out->push_back(',');
    if (is_object) {
      AppendJsonString(item.name, out);
      out->push_back(':');
    }
    AppendTree(item, out);
  }
  out->push_back(is_object ? '}' : ']');
}

std::size_t MemberFinder::Find(std::string_view name) {
  const std::vector<JsonValue>& members = object_.items;
  // Documents of one kind have their members in one order: usually it is the next member, or one
  // soon after it.
  constexpr std::size_t kLookAhead = 4;
  for (std::size_t at = next_; at < std::min(members.size(), next_ + kLookAhead); ++at) {
    if (members[at].name != name) continue;
    next_ = at + 1;
    return at;
  }
  MakeIndex();
  const auto name_of = [&](std::size_t at) { return members[at].name; };
  const auto found = std::ranges::lower_bound(by_name_, name, {}, name_of);
  if (found == by_name_.end() || name_of(*found) != name) return kNone;
  next_ = *found + 1;
  return *found;
}

void MemberFinder::MakeIndex() {
  if (by_name_.size() == object_.items.size()) return;
  for (std::size_t at = 0; at < object_.items.size(); ++at) by_name_.push_back(at);
  std::ranges::sort(by_name_, {}, [&](std::size_t at) { return object_.items[at].name; });
}

}  // namespace orgreg::formats
