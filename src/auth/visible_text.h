// SPDX-License-Identifier: EUPL-1.2

// Counts the kinds of characters in a text for which names and passwords have rules. Pure.

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace orgreg::auth {

struct TextCount {
  std::size_t characters = 0;
  std::size_t controls = 0;   // of them: C0, DEL, C1
  std::size_t invisible = 0;  // of them: controls, blanks, format characters, noncharacters
};

// Nothing where the text is not well-formed UTF-8.
std::optional<TextCount> CountText(std::string_view text);

}  // namespace orgreg::auth
