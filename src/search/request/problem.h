// SPDX-License-Identifier: EUPL-1.2

// The problems of a request's parameters. Parsers collect every problem and go on, since the
// response must list them all (spec, Errors); api/ words them.

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
  kNotIdentityNumber,  // the value is not shown
  kNotCadastralId,
  kNotCadastralNumber,
  kNotWholeNumber,
  kNotOneOfTwo,        // neither or both of two parameters were given
  kNotCursor,          // not a text that this program gives as a cursor
  kForeignCursor,      // a cursor of another search
  kNotReconciliation,  // not the JSON that the Reconciliation Service API has there
  kNotEncoded,         // broken percent-encoding or not UTF-8; stays the last
};

struct Problem {
  Reason reason = Reason::kEmpty;
  std::vector<std::string> parameters = {};
  std::optional<std::string> value = {};  // In the form to show.
  std::string subject = {};               // The wrong item, for the sentence.
  const ParameterRow* row = nullptr;      // Has bounds and choices for the sentence; null: none.
};

using Problems = std::vector<Problem>;

}  // namespace orgreg::search
