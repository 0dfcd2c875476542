// What a value must look like: each field's row names its rule (field.h). Search parameters and
// batches are refused where they break it. An import takes the value and reports it, because real
// registers have such values; but not one that is too long (OddValue). Pure functions; safe from
// any thread.

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
  kName,  // The same, and something to be seen.
  kFourDigits,
  kOrganisationForm,  // A code that the list of forms has.
  kIndustryCode,      // Well-formed, of any level.
  kOrgNumber,
};

// True for rules that any readable text follows, so that a search may ask for any.
constexpr bool IsFreeText(Rule rule) {
  return rule == Rule::kText || rule == Rule::kLine || rule == Rule::kName;
}

// What a cell of a spreadsheet holds, in units of UTF-16 as spreadsheets count: a character outside
// the basic plane is two. A name that is longer would be cut there, and the file be called damaged.
inline constexpr std::size_t kMostCellUnits = 32'767;
inline constexpr std::string_view kTooLongForCell = "is longer than 32767 characters";

// Why the text (well-formed UTF-8) breaks the rule: "is not four digits". Empty where it follows.
std::string_view BreachOf(Rule rule, std::string_view text);

// A value that breaks its field's rule.
struct OddValue {
  std::string path = {};  // "postadresse.postnummer", "aktivitet[2]".
  std::string_view reason = {};
  std::string value = {};  // Empty where it must not be repeated, or is too long for that.

  // Whether an import takes the record all the same.
  bool may_stay() const { return reason != kTooLongForCell; }
};
using OddValues = std::vector<OddValue>;

}  // namespace orgreg::model
