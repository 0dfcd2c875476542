// SPDX-License-Identifier: EUPL-1.2

// A JSON text as a tree that can be compared, changed and written again without loss: numbers keep
// their digits. Internal to formats/. A tree borrows from the text that it was read from.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::formats {

struct JsonValue {
  enum class Kind : std::uint8_t { kLiteral, kString, kArray, kObject };

  Kind kind = Kind::kLiteral;
  std::string_view name = {};         // Decoded name of a member of an object.
  std::string_view text = {};         // Decoded string, or a literal as written.
  std::vector<JsonValue> items = {};  // Elements or members.
};

// A tree and the texts that had to be decoded for it. `root` may move into another tree as
// long as this one lives.
struct JsonTree {
  JsonValue root = {};
  std::deque<std::string> decoded = {};
  bool has_repeated_names = false;  // In some object; only the last member was kept.
};

// False if `text` is not one JSON value of at most kMostTreeLevels levels. `text` outlives the
// tree.
bool ReadTree(std::string_view text, JsonTree* tree);

// Records have at most 64 levels; a patch puts two around their values.
inline constexpr std::size_t kMostTreeLevels = 72;

// Compares as JSON, ignoring the order of members.
bool IsSame(const JsonValue& a, const JsonValue& b);

// Appends the compact form.
void AppendTree(const JsonValue& value, std::string* out);

// Finds members by name. A lookup costs nothing if names are asked for in the object's own order.
class MemberFinder {
 public:
  static constexpr std::size_t kNone = SIZE_MAX;

  // `object` outlives the finder and does not change.
  explicit MemberFinder(const JsonValue& object) : object_(object) {}

  // The index of the member, or kNone.
  std::size_t Find(std::string_view name);

 private:
  void MakeIndex();

  const JsonValue& object_;
  std::size_t next_ = 0;
  std::vector<std::size_t> by_name_;  // Indices in order of name; empty until needed.
};

}  // namespace orgreg::formats
