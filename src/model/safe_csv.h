// SPDX-License-Identifier: EUPL-1.2

// An extension of ours: a parameter of the CSV files asks for cells that no spreadsheet runs as a
// formula (docs/downloads.md). Constants.

#pragma once

#include <string_view>

namespace orgreg::model {

inline constexpr std::string_view kSafetyParameter = "trygg";
inline constexpr std::string_view kSafeInSheets = "regneark";

}  // namespace orgreg::model
