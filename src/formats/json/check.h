// SPDX-License-Identifier: EUPL-1.2

// Checks whether a text is one JSON value, by the grammar alone: numbers may have any size. Pure;
// safe from any thread.

#pragma once

#include <string_view>

namespace orgreg::formats {

// Accepts at most 64 levels.
bool IsJson(std::string_view text);

}  // namespace orgreg::formats
