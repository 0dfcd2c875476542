// SPDX-License-Identifier: EUPL-1.2

// Sorts many texts by their bytes while an index is built. Pure; any thread.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace orgreg::search {

// The indexes of the texts in ascending order; equal texts keep their order.
std::vector<std::uint32_t> OrderOf(std::span<const std::string_view> texts);

}  // namespace orgreg::search
