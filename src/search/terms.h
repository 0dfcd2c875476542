// The terms under which a value is found. Records and queries go through the same
// functions, so that they agree. Pure functions.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/parameters.h"
#include "model/unit.h"

namespace orgreg::search {

inline constexpr std::string_view kTrueTerm = "1";
inline constexpr std::string_view kFalseTerm = "0";

// A code of a free-form list is compared without case, others as they are.
std::string CodeTerm(const model::Parameter& parameter, std::string_view code);

// All terms of the unit for the parameter.
std::vector<std::string> TermsOf(const model::Parameter& parameter, const model::Unit& unit);

}  // namespace orgreg::search
