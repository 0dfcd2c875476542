// SPDX-License-Identifier: EUPL-1.2

#include "model/codes/code_change.h"

#include <algorithm>
#include <chrono>

#include "base/values/ascii.h"

namespace orgreg::model {
namespace {

constexpr std::size_t kMostCodeBytes = 64;
constexpr std::size_t kMostCategoryDigits = 5;
constexpr std::size_t kDivisionDigits = 2;
constexpr std::size_t kCountyDigits = 2;

// Codes are parts of paths and of comma-separated lists.
bool HasSeparator(std::string_view code) { return code.find_first_of(" ,/") != code.npos; }

}  // namespace

std::optional<CodeList> CodeListNamed(std::string_view name) {
  const auto* const row = std::ranges::find(kCodeListRows, name, &CodeListRow::name);
  return row == kCodeListRows.end() ? std::nullopt : std::optional(row->list);
}

bool IsRetired(const std::optional<base::Date>& retired_on) {
  if (!retired_on) return false;
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  return retired_on->days() <= today.time_since_epoch().count();
}

void Merge(const CodeChange& later, CodeChange* earlier) {
  if (!later.text.empty()) earlier->text = later.text;
  if (!later.retired_on.empty()) earlier->retired_on = later.retired_on;
  if (later.used_by) earlier->used_by = later.used_by;
  if (!later.parent.empty()) earlier->parent = later.parent;
}

std::string_view BreachOfCode(CodeList list, std::string_view code) {
  if (code.empty()) return "is missing";
  if (code.size() > kMostCodeBytes) return "is longer than 64 bytes";
  const std::string_view breach = BreachOf(RowOf(list).code_rule, code);
  if (!breach.empty()) return breach;
  if (list == CodeList::kCategoryCodes &&
      (!base::AreDigits(code) || code.size() > kMostCategoryDigits))
    return "is not one to five digits";
  if (list == CodeList::kCountyCodes && (!base::AreDigits(code) || code.size() != kCountyDigits))
    return "is not two digits";
  return HasSeparator(code) ? "holds a space, a comma or a slash" : std::string_view();
}

int LevelOfIndustry(std::string_view code) {
  const auto size = static_cast<int>(code.size());
  return size <= static_cast<int>(kDivisionDigits) ? size : size - 1;
}

std::string_view CodeAbove(std::string_view industry) {
  if (industry.size() <= kDivisionDigits) return {};
  const std::size_t shorter = industry.size() - 1;
  return industry.substr(0, shorter == kDivisionDigits + 1 ? kDivisionDigits : shorter);
}

}  // namespace orgreg::model
