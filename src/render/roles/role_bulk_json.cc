#include "render/roles/role_bulk_json.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "model/roles/role_names.h"
#include "model/units/field.h"

namespace orgreg::render {
namespace {

namespace names = model::role_names;

// Left out: links, and the old name of a flag, which the published file does not have.
bool IsLeftOut(std::string_view name) {
  return name == model::kLinksName || name == names::kHasLeft;
}

// Copies a compact JSON value with the members of objects in order of name. Our own bytes need
// no general parser; the end is checked at every step all the same.
class SortedCopy {
 public:
  SortedCopy(std::string_view json, std::string* out)
      : at_(json.data()), end_(json.data() + json.size()), out_(out) {}

  bool Run() { return Value(true, 0) && at_ == end_; }

 private:
  static constexpr int kMostLevels = 32;

  // A member that was copied: its bytes in `out_`, the name first.
  struct Member {
    std::string_view name = {};
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  bool Has(char wanted) const { return at_ != end_ && *at_ == wanted; }
  bool TakeChar(char wanted) {
    if (!Has(wanted)) return false;
    ++at_;
    return true;
  }

  bool Value(bool is_kept, int level) {
    if (at_ == end_ || level == kMostLevels) return false;
    if (*at_ == '{') return Object(is_kept, level);
    if (*at_ == '[') return Array(is_kept, level);
    const char* const begin = at_;
    std::string_view text;
    if (*at_ == '"' ? !String(&text) : !Literal()) return false;
    if (is_kept) out_->append(begin, at_);
    return true;
  }

  // `text` is what stands between the quotation marks, escapes and all.
  bool String(std::string_view* text) {
    if (!TakeChar('"')) return false;
    const char* const begin = at_;
    for (; at_ != end_ && *at_ != '"'; ++at_) {
      if (*at_ == '\\') ++at_;
      if (at_ == end_) return false;
    }
    *text = {begin, static_cast<std::size_t>(at_ - begin)};
    return TakeChar('"');
  }

  bool Literal() {
    const char* const begin = at_;
    while (at_ != end_ && *at_ != ',' && *at_ != '}' && *at_ != ']') ++at_;
    return at_ != begin;
  }

  bool Array(bool is_kept, int level) {
    TakeChar('[');
    if (is_kept) out_->push_back('[');
    bool is_first = true;
    while (!Has(']')) {
      if (!is_first && !TakeChar(',')) return false;
      if (!is_first && is_kept) out_->push_back(',');
      is_first = false;
      if (!Value(is_kept, level + 1)) return false;
    }
    if (is_kept) out_->push_back(']');
    return TakeChar(']');
  }

  bool Object(bool is_kept, int level) {
    TakeChar('{');
    const std::size_t first = members_.size();
    if (is_kept) out_->push_back('{');
    for (bool is_first = true; !Has('}'); is_first = false) {
      if (!is_first && !TakeChar(',')) return false;
      if (!CopyMember(is_kept, level)) return false;
    }
    if (is_kept) Sort(first);
    members_.resize(first);
    if (is_kept) out_->push_back('}');
    return TakeChar('}');
  }

  bool CopyMember(bool is_kept, int level) {
    Member member{.begin = out_->size()};
    if (!String(&member.name) || !TakeChar(':')) return false;
    if (!is_kept || IsLeftOut(member.name)) return Value(false, level + 1);
    out_->append("\"").append(member.name).append("\":");
    if (!Value(true, level + 1)) return false;
    member.end = out_->size();
    members_.push_back(member);
    return true;
  }

  // Puts the members from `first` on, which stand at the end of `out_` without commas, in order.
  void Sort(std::size_t first) {
    if (members_.size() == first) return;
    const auto begin = members_.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t start = begin->begin;
    std::sort(begin, members_.end(),
              [](const Member& a, const Member& b) { return a.name < b.name; });
    sorted_.clear();
    for (auto member = begin; member != members_.end(); ++member) {
      if (member != begin) sorted_.push_back(',');
      sorted_.append(*out_, member->begin, member->end - member->begin);
    }
    out_->replace(start, std::string::npos, sorted_);
  }

  const char* at_;
  const char* end_;
  std::string* out_;
  std::vector<Member> members_ = {};  // Of the objects that are open, the innermost last.
  std::string sorted_ = {};
};

}  // namespace

bool AppendBulkRoles(base::OrgNumber number, const PublicForm& roles, std::string* out) {
  const std::size_t before = out->size();
  out->append("{\"").append(names::kNumber).append("\":\"");
  number.AppendTo(out);
  out->append("\",");
  const std::size_t list = out->size();
  // The number's name comes before the only other member that is left, the groups.
  if (!SortedCopy(roles.text(), out).Run() || (*out)[list] != '{') {
    out->resize(before);
    return false;
  }
  out->erase(list, 1);
  return true;
}

}  // namespace orgreg::render
