// SPDX-License-Identifier: EUPL-1.2

// Finds the parts of a label that match what was typed, for bold letters. Pure; any thread.

#pragma once

#include <string_view>
#include <vector>

#include "api/suggestions/suggest.h"
#include "search/suggest/typed_text.h"

namespace orgreg::api {

// In order, without overlaps. For each typed word the beginning of one word of the label: with as
// many letters as were typed, if they are written in another way. Words that the label does not
// have, such as a number, have no mark. The label is well-formed UTF-8.
std::vector<Mark> MarksOf(std::string_view label, const search::TypedText& typed);

}  // namespace orgreg::api
