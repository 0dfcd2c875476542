// SPDX-License-Identifier: EUPL-1.2

// JSON on several lines, for people. Pure.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::api {

// `json` is right and has no blanks between its signs. Two blanks a level.
std::string IndentJson(std::string_view json);

}  // namespace orgreg::api
