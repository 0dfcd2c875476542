// What an operator changes in the code lists that are shipped with the program: a code that is
// added, gets another text, or is retired. Plain values; the functions are pure and safe from any
// thread.

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
  // In files that are imported and in the store: never change one.
  std::string_view name = {};
  Rule code_rule = Rule::kLine;
  bool needs_text = true;  // Of a new code.
};
inline constexpr std::array<CodeListRow, 10> kCodeListRows = {{
    {CodeList::kFormCodes, "organisation-forms"},
    {CodeList::kMunicipalityCodes, "municipalities", Rule::kFourDigits},
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

// In place of a day of retirement: the code is not retired, or no longer.
inline constexpr std::string_view kNotRetired = "-";

// True from that day on (UTC); codes are then looked up, but not listed.
bool IsRetired(const std::optional<base::Date>& retired_on);

// What is empty stays as the list has it.
struct CodeChange {
  CodeList list = CodeList::kFormCodes;
  std::string code = {};
  std::string text = {};
  std::string retired_on = {};       // A day, or kNotRetired.
  std::optional<Kind> used_by = {};  // Of organisation forms.
  std::string parent = {};           // Of industrial codes.
  friend bool operator==(const CodeChange&, const CodeChange&) = default;
};

// Puts what `later` says of the same code over `earlier`.
void Merge(const CodeChange& later, CodeChange* earlier);

// Why the text (well-formed UTF-8) can be no code of the list; empty where it can be one.
std::string_view BreachOfCode(CodeList list, std::string_view code);

// The level of a well-formed industrial code: 1 of a section, to 5.
int LevelOfIndustry(std::string_view code);
// The code above one that says so itself: "62.01" of "62.010"; empty of sections and divisions.
std::string_view CodeAbove(std::string_view industry);

}  // namespace orgreg::model
