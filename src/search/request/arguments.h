// SPDX-License-Identifier: EUPL-1.2

// The decoded parameters of a request as they were given. Borrowed for the time of one parse.

#pragma once

#include <string_view>
#include <vector>

namespace orgreg::search {

struct Argument {
  std::string_view name = {};
  std::string_view value = {};
};

// The items between the commas, without the spaces around them.
std::vector<std::string_view> SplitList(std::string_view list);

}  // namespace orgreg::search
