// What is wrong with a request's parameters. Parsers collect every problem and go on,
// since the answer must list them all (spec, Errors); api/ says them in words.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace orgreg::search {

struct ParameterRow;

enum class Reason {
  kUnknownParameter,
  kRepeated,  // a parameter that takes one value was given twice
  kEmpty,     // a parameter, or an item of a list, without a value
  kNotBoolean,
  kNotDate,
  kNotOrgNumber,
  kTooManyItems,
  kNameLength,
  kNotForm,
  kNotIndustry,
  kNotFourDigits,
  kEmployeesFrom,
  kEmployeesTo,
  kEmployeesReversed,
  kNotSize,
  kNotPage,
  kWindow,
  kNotSortKey,
  kNotSortDirection,
  kNotTimestamp,
  kNotUpdateId,
  kNotBetween,         // not a whole number within the bounds of the row
  kNotChoice,          // not one of the row's choices
  kNotIdentityNumber,  // shown without the value
  kNotCadastralId,
  kNotCadastralNumber,
  kNotWholeNumber,
  kNotOneOfTwo,  // of two parameters, neither or both were given
  kNotEncoded,   // broken percent-encoding or not UTF-8; stays the last
};

struct Problem {
  Reason reason = Reason::kEmpty;
  std::vector<std::string> parameters = {};
  std::optional<std::string> value = {};  // As it shall be shown.
  std::string subject = {};               // The one item that is wrong, for the sentence.
  const ParameterRow* row = nullptr;      // Its bounds and choices, for the sentence; null: none.
};

using Problems = std::vector<Problem>;

}  // namespace orgreg::search
