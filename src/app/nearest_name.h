// SPDX-License-Identifier: EUPL-1.2

// Finds the name that was probably meant by a mistyped one. Pure functions.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace orgreg::app {

// The most similar of `names`; empty where none is similar enough: more than a third of its
// letters, and at least one, would have to be changed, added, left out or exchanged with the next.
std::string NearestName(std::string_view typed, std::span<const std::string> names);

}  // namespace orgreg::app
