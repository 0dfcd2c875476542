// SPDX-License-Identifier: EUPL-1.2

// An operator's changes to the code lists that are shipped with the program: a code that is added,
// gets another text, or is retired. Plain values; the functions are pure and safe from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/values/date.h"
#include "model/codes/value_rule.h"
#include "model/kind.h"

namespace orgreg::model {

enum class CodeList : std::uint8_t {
  kFormCodes,
  kMunicipalityCodes,
  kCountyCodes,
  kSectorCodes,
  kSn2007Codes,
  kSn2025Codes,
  kRoleTypeCodes,
  kRoleGroupTypeCodes,
  kRepresentativeCodes,
  kCategoryCodes,
  kInformationTypeCodes,
};

struct CodeListRow {
  CodeList list = CodeList::kFormCodes;
  // The name in imported files and in the store: never change one.
  std::string_view name = {};
  Rule code_rule = Rule::kLine;
  bool needs_text = true;  // For a new code.
};
inline constexpr std::array<CodeListRow, 11> kCodeListRows = {{
    {CodeList::kFormCodes, "organisation-forms"},
    {CodeList::kMunicipalityCodes, "municipalities", Rule::kFourDigits},
    {CodeList::kCountyCodes, "counties"},
    {CodeList::kSectorCodes, "sectors", Rule::kFourDigits},
    {CodeList::kSn2007Codes, "industries-sn2007", Rule::kIndustryCode},
    {CodeList::kSn2025Codes, "industries-sn2025", Rule::kIndustryCode},
    {CodeList::kRoleTypeCodes, "role-types"},
    {CodeList::kRoleGroupTypeCodes, "role-group-types"},
    {CodeList::kRepresentativeCodes, "representatives"},
    {CodeList::kCategoryCodes, "categories"},
    {CodeList::kInformationTypeCodes, "information-types", Rule::kLine, false},
}};
inline constexpr std::size_t kCodeListCount = kCodeListRows.size();

constexpr std::size_t IndexOf(CodeList list) { return static_cast<std::size_t>(list); }
constexpr const CodeListRow& RowOf(CodeList list) { return kCodeListRows[IndexOf(list)]; }
constexpr bool IsIndustryList(CodeList list) {
  return list == CodeList::kSn2007Codes || list == CodeList::kSn2025Codes;
}
std::optional<CodeList> CodeListNamed(std::string_view name);

// Given in place of a day of retirement: the code is not retired, or no longer.
inline constexpr std::string_view kNotRetired = "-";

// True from that day on (UTC); such codes can be looked up, but are not listed.
bool IsRetired(const std::optional<base::Date>& retired_on);

// An empty member leaves the list's value as it is.
struct CodeChange {
  CodeList list = CodeList::kFormCodes;
  std::string code = {};
  std::string text = {};
  std::string retired_on = {};       // A day, or kNotRetired.
  std::optional<Kind> used_by = {};  // For organisation forms.
  std::string parent = {};           // For industrial codes.
  friend bool operator==(const CodeChange&, const CodeChange&) = default;
};

// Lets the members that `later` sets replace those of `earlier`; both change the same code.
void Merge(const CodeChange& later, CodeChange* earlier);

// Why the text (well-formed UTF-8) cannot be a code of the list; empty if it can.
std::string_view BreachOfCode(CodeList list, std::string_view code);

// The level of a well-formed industrial code: 1 for a section, up to 5.
int LevelOfIndustry(std::string_view code);
// The code above an industrial code, as the code itself shows: "62.01" for "62.010"; empty for
// sections and divisions.
std::string_view CodeAbove(std::string_view industry);

}  // namespace orgreg::model
