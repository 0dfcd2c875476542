// SPDX-License-Identifier: EUPL-1.2

// Writes a list without pages as HAL JSON: `_embedded` and `_links` (reference, Voluntary and party
// registers). Pure; safe from any thread.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace orgreg::render {

struct ListFrame {
  std::string_view collection = {};  // The key below `_embedded`, which an empty list lacks.
  std::string self = {};             // Links, with the origin.
  std::string next = {};             // Empty if it is the last part.
};

// `items` are objects as they are sent.
void AppendList(const ListFrame& frame, std::span<const std::string> items, std::string* out);

}  // namespace orgreg::render
