// SPDX-License-Identifier: EUPL-1.2

// The rules for values: each field's row names the rule of its values (field.h). Search parameters
// and batches that break a rule are rejected. An import accepts such a value and reports it,
// because real registers have such values, unless it is too long (OddValue). Pure functions; safe
// from any thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::model {

enum class Rule : std::uint8_t {
  kText,  // No control characters but line feed and tab.
  kLine,  // No control characters, and no longer than a cell: codes, and names of things.
  kName,  // The same, and at least one visible character.
  kFourDigits,
  kOrganisationForm,  // A code that the list of forms has.
  kIndustryCode,      // Well-formed, at any level.
  kOrgNumber,
};

// True for rules that any readable text follows, so that a search may use any text.
constexpr bool IsFreeText(Rule rule) {
  return rule == Rule::kText || rule == Rule::kLine || rule == Rule::kName;
}

// The most that a cell of a spreadsheet holds, in UTF-16 units as spreadsheets count: a character
// outside the basic plane is two. A spreadsheet would truncate a longer name and report the file as
// damaged.
inline constexpr std::size_t kMostCellUnits = 32'767;
inline constexpr std::string_view kTooLongForCell = "is longer than 32767 characters";

// Why the text (well-formed UTF-8) breaks the rule: "is not four digits". Empty if it follows it.
std::string_view BreachOf(Rule rule, std::string_view text);

// A value that breaks its field's rule.
struct OddValue {
  std::string path = {};  // "postadresse.postnummer", "aktivitet[2]".
  std::string_view reason = {};
  std::string value = {};  // Empty if it must not be repeated, or is too long.

  // Whether an import accepts the record all the same.
  bool may_stay() const { return reason != kTooLongForCell; }
};
using OddValues = std::vector<OddValue>;

}  // namespace orgreg::model
