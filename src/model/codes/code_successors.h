// SPDX-License-Identifier: EUPL-1.2

// What came after codes that are not in use any more. The functions read the installed lists
// (code_list_set.h), whose texts stay valid. Safe from any thread.

#pragma once

#include <string_view>
#include <vector>

namespace orgreg::model {

// The municipalities that have the area of an earlier number, of the mergers from 2017 to 2024;
// several if it was divided. Empty for numbers in use, and for those that never were.
std::vector<std::string_view> SuccessorsOfMunicipality(std::string_view number);

// The codes of SN2025 whose texts say that they include a code that only SN2007 has: those of the
// same level with the same text, apart from case, punctuation and two words for the same; otherwise
// those that have the rest of it ("ellers") and more; otherwise those of a higher level elsewhere
// with the same text. Often there is none, because texts changed too.
std::vector<std::string_view> SuccessorsOfIndustry(std::string_view code);

// The nearest code above that SN2025 has; empty if it has none.
std::string_view IndustryInUseAbove(std::string_view code);

// True for a code that an edition has.
bool IsIndustryOfSn2007(std::string_view code);
bool IsIndustryOfSn2025(std::string_view code);

}  // namespace orgreg::model
