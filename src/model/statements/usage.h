// SPDX-License-Identifier: EUPL-1.2

// The names of usage counts on the wire (spec, What the service does, 4): the counted operations,
// and the parameters that select counts. Constants.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace orgreg::model {

// An operation whose calls are counted.
enum class UsageMethod : std::uint8_t { kStatements, kStatementById, kLog };

// Reference, Usage: names of operations, not of HTTP methods.
inline constexpr std::array<std::string_view, 3> kUsageMethodNames = {"getRegnskap",
                                                                      "getRegnskapById", "getLog"};

constexpr std::string_view NameOf(UsageMethod method) {
  return kUsageMethodNames[static_cast<std::size_t>(method)];
}

inline constexpr std::string_view kUsageFromParameter = "fraDato";
inline constexpr std::string_view kUsageToParameter = "tilDato";

// The most entries in an answer, and the value of an entry for calls without the value that is
// grouped by.
inline constexpr std::size_t kMostUsageEntries = 50;
inline constexpr std::string_view kNoUsageValue = "null";

}  // namespace orgreg::model
