// SPDX-License-Identifier: EUPL-1.2

#include "render/roles/role_bulk_json.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/threads/per_thread.h"
#include "formats/json/cursor.h"
#include "formats/json/quote_marks.h"
#include "model/roles/schema.h"
#include "model/units/field.h"

namespace orgreg::render {
namespace {

// Left out: links, and the old name of a flag, which the published file lacks.
bool IsLeftOut(std::string_view name) {
  return name == model::kLinksName || name == model::kHasLeftName;
}

// Copies a JSON value with the members of objects in order of name.
class SortedCopy {
 public:
  SortedCopy(std::string_view json, const formats::QuoteMarks& marks, std::string* out)
      : json_(json, marks), out_(out) {}

  bool Run() { return CopyValue(0) && json_.AtEnd(); }

 private:
  static constexpr int kMostLevels = 32;

  // A copied member: its bytes in `out_`, the name first.
  struct Member {
    std::string_view name = {};
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  bool CopyValue(int level) {
    if (level == kMostLevels) return false;
    if (json_.Has('{')) return CopyObject(level);
    if (json_.Has('[')) return CopyArray(level);
    std::string_view raw;
    if (!json_.TakeValue(&raw)) return false;
    out_->append(raw);
    return true;
  }

  bool CopyArray(int level) {
    json_.Take('[');
    out_->push_back('[');
    for (bool is_first = true; !json_.Has(']'); is_first = false) {
      if (!is_first && !json_.Take(',')) return false;
      if (!is_first) out_->push_back(',');
      if (!CopyValue(level + 1)) return false;
    }
    out_->push_back(']');
    return json_.Take(']');
  }

  bool CopyObject(int level) {
    json_.Take('{');
    out_->push_back('{');
    const std::size_t first = members_.size();
    for (bool is_first = true; !json_.Has('}'); is_first = false) {
      if (!is_first && !json_.Take(',')) return false;
      if (!CopyMember(level)) return false;
    }
    Sort(first);
    members_.resize(first);
    out_->push_back('}');
    return json_.Take('}');
  }

  bool CopyMember(int level) {
    Member member{.begin = out_->size()};
    if (!json_.TakeString(&member.name) || !json_.Take(':')) return false;
    if (IsLeftOut(member.name)) return json_.PassValue();
    out_->append("\"").append(member.name).append("\":");
    if (!CopyValue(level + 1)) return false;
    member.end = out_->size();
    members_.push_back(member);
    return true;
  }

  // Sorts the members from `first` on, which are at the end of `out_` without commas.
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

  formats::JsonCursor json_;
  std::string* out_;
  std::vector<Member> members_ = {};  // Members of the open objects, the innermost last.
  std::string sorted_ = {};
};

}  // namespace

bool AppendBulkRoles(base::OrgNumber number, const PublicForm& roles, std::string* out) {
  const std::size_t before = out->size();
  out->append("{\"").append(model::kRoleListNumberName).append("\":\"");
  number.AppendTo(out);
  out->append("\",");
  const std::size_t list = out->size();
  static base::PerThread<formats::QuoteMarks> all_marks;
  formats::QuoteMarks& marks = all_marks.Get();
  // The number's name comes before the only other remaining member, the groups.
  if (!marks.Find(roles.text()) || !SortedCopy(roles.text(), marks, out).Run() ||
      (*out)[list] != '{') {
    out->resize(before);
    return false;
  }
  out->erase(list, 1);
  return true;
}

}  // namespace orgreg::render
