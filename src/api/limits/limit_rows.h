// SPDX-License-Identifier: EUPL-1.2

// Every limit that can be set, declared once: the settings with their flags and help, and the table
// in docs/guide/limits.md, derive from these rows (a test compares the table). Constants; pure
// functions.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "api/limits/server_limits.h"

namespace orgreg::api {

struct LimitRow {
  std::string_view name = {};    // As a setting; the unit is its end.
  std::string_view what = {};    // What is limited: a sentence without its full stop.
  std::string_view beyond = {};  // What happens beyond the limit.
  std::uint32_t least = 0;       // If it is 0, then 0 means: no such limit.
  std::uint32_t most = 0;
  std::uint32_t (*get)(const ServerLimits&) = nullptr;
  void (*set)(ServerLimits*, std::uint32_t) = nullptr;
  bool is_live = false;  // A server takes a new value while it runs.
};

// In the order of documents.
std::span<const LimitRow> LimitRows();

}  // namespace orgreg::api
