// SPDX-License-Identifier: EUPL-1.2

// Counts the values of fields among matches, from the stored indexes of search parameters: codes
// and flags by value, days by year, employees by class. A record counts once for each of its
// values. Counts are exact. Pure functions over unchanging data; any thread. They may throw
// DamagedBlock.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/kind.h"
#include "search/segment/layers.h"

namespace orgreg::search {

struct FieldQuestion {
  std::size_t parameter = 0;    // An index of model::Parameters(kind): one whose values are codes,
                                // flags, days or employees.
  std::size_t code_bytes = 0;   // Only codes of this length: a level of a hierarchy; 0: all.
  std::size_t most_values = 0;  // This many are named.
};

struct ValueCount {
  std::string value = {};  // "true", a code, a year, or a class of employees: "1-4", "250-".
  std::size_t count = 0;   // At least 1.
};

struct FieldCounts {
  // The most frequent value first, equally frequent ones in byte order.
  std::vector<ValueCount> values = {};
  std::size_t value_count = 0;  // Of all values, named or not.
  std::size_t other = 0;        // The sum of the counts of values that are not named.
  std::size_t missing = 0;      // Matches without a value.
};

// In the order of the questions.
std::vector<FieldCounts> CountValues(const Layers& layers, const LayeredSet& matches,
                                     model::Kind kind, std::span<const FieldQuestion> questions);

}  // namespace orgreg::search
