// SPDX-License-Identifier: EUPL-1.2

// Both texts become trees. PatchMaker walks them together and writes operations where they differ;
// for an array it compares the length of its edits with that of a replacement.

#include "formats/json/patch.h"

#include <algorithm>
#include <iterator>

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

}  // namespace orgreg::formats
