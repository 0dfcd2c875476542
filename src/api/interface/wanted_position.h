// SPDX-License-Identifier: EUPL-1.2

// Register-Position: the place in the log up to which an answer has all updates
// (docs/downloads.md). A request that has the field wants an answer of at least that place
// (docs/nodes.md). Pure functions.

#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "http/message/request.h"

namespace orgreg::api {

inline constexpr std::string_view kPositionField = "Register-Position";

struct WantedPosition {
  std::string_view text = {};  // as sent; empty: none is wanted
  std::int64_t id = 0;         // of an update
  bool is_right = true;        // else the text is no id
};

inline WantedPosition WantedPositionOf(const http::Request& request) {
  WantedPosition wanted{.text = request.Header(kPositionField)};
  if (wanted.text.empty()) return wanted;
  const char* const last = wanted.text.data() + wanted.text.size();
  const auto [end, error] = std::from_chars(wanted.text.data(), last, wanted.id);
  wanted.is_right = error == std::errc() && end == last && wanted.id >= 0;
  return wanted;
}

}  // namespace orgreg::api
