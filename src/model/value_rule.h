// What a value must look like: each field's row names its rule (field.h). Search parameters and
// batches are refused where they break it. An import takes the value and reports it, because real
// registers have such values. Pure functions; safe from any thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::model {

enum class Rule : std::uint8_t {
  kText,  // No control characters but line feed and tab.
  kLine,  // No control characters: codes, and names of things.
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

// Why the text (well-formed UTF-8) breaks the rule: "is not four digits". Empty where it follows.
std::string_view BreachOf(Rule rule, std::string_view text);

// A value that breaks its field's rule.
struct OddValue {
  std::string path = {};  // "postadresse.postnummer", "aktivitet[2]".
  std::string_view reason = {};
  std::string value = {};  // Empty where it must not be repeated.
};
using OddValues = std::vector<OddValue>;

}  // namespace orgreg::model
