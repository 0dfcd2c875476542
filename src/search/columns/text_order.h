// Puts many texts in the order of their bytes while an index is built. Pure; any thread.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace orgreg::search {

// The places of the texts in rising order; equal texts stay in the order in which they are.
std::vector<std::uint32_t> OrderOf(std::span<const std::string_view> texts);

}  // namespace orgreg::search
