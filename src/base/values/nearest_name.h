// SPDX-License-Identifier: EUPL-1.2

// Finds the name that was probably meant by a mistyped one. Pure functions.

#pragma once

#include <span>
#include <string_view>

namespace orgreg::base {

// The most similar of `names`; empty if none is similar enough: more than a third of its letters,
// and at least one, would have to be changed, added, left out or exchanged with the next. Letters
// of a to z are equal in both cases.
std::string_view NearestName(std::string_view typed, std::span<const std::string_view> names);

}  // namespace orgreg::base
