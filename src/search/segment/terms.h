// SPDX-License-Identifier: EUPL-1.2

// The terms under which a value is found. Records and queries use the same functions, so that they
// agree. Pure functions.

#pragma once

#include <string>
#include <string_view>

#include "model/unit.h"
#include "model/units/parameters.h"
#include "search/columns/term_index.h"

namespace orgreg::search {

inline constexpr std::string_view kTrueTerm = "1";
inline constexpr std::string_view kFalseTerm = "0";

// A code of a free-form list is compared without case, other codes exactly.
std::string CodeTerm(const model::Parameter& parameter, std::string_view code);

// Adds each term of the unit for the parameter.
void AddTerms(const model::Parameter& parameter, const model::Unit& unit, Doc doc,
              TermIndexBuilder* terms);

}  // namespace orgreg::search
