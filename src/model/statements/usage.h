// What usage counts say on the wire (spec, What the service does, 4): the operations that are
// counted, and the parameters by which counts are asked for. Constants.

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

// Entries of an answer, and what stands in one for a call without the value that is grouped by.
inline constexpr std::size_t kMostUsageEntries = 50;
inline constexpr std::string_view kNoUsageValue = "null";

}  // namespace orgreg::model
