// SPDX-License-Identifier: EUPL-1.2

// A ParameterRow describes one parameter of an operation: its name, the values that it takes, and
// the problem of any other value. Parsing, checks, messages and documents derive from the row.
// Constants.

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/codes/value_rule.h"
#include "search/request/problem.h"

namespace orgreg::search {

enum class Takes : std::uint8_t {
  kText,   // one value that follows the rule
  kTexts,  // comma-separated values that each follow the rule; may be given several times
  kName,   // a text of 1 to model::kMaxNameCharacters characters
  kFlag,   // true or false, in any case
  kDay,
  kTime,
  kWhole,      // digits, from `least` to `most`
  kEmployees,  // one end of a range: 0, the end of the class of the few, or a larger number
  kChoice,     // one of `choices`
  kChoices,    // comma-separated `choices`; may be given several times
  kSort,       // a sort key of the list, with or without a direction; may be given several times
};

enum class In : std::uint8_t { kQuery, kPath };

struct ParameterRow {
  static constexpr std::int64_t kNoBound = std::numeric_limits<std::int64_t>::max();

  std::string_view name = {};
  Takes takes = Takes::kText;
  Reason wrong = Reason::kEmpty;  // The problem of a wrong value; for texts the rule decides.
  Reason empty = Reason::kEmpty;  // The problem of an empty value.
  In in = In::kQuery;             // Rows of a path come first, in the order of the captures.
  model::Rule rule = model::Rule::kText;
  bool (*is_right)(std::string_view) = nullptr;  // Checks a text whose syntax has no rule.
  std::int64_t least = 1;                        // If it is below 0, a sign is allowed.
  std::int64_t most = kNoBound;
  std::int64_t usual = 0;         // The value if none is given.
  bool has_no_default = false;    // Without a value, something else is done than with `usual`.
  std::size_t digits = 0;         // The exact number of digits; 0: any.
  bool takes_any_larger = false;  // A number above `most` means `most`.
  bool is_required = false;
  std::span<const std::string_view> choices = {};
  // The lower end of a range may not be above the upper one: each has the name of the other.
  std::string_view upper_end = {};
  std::string_view lower_end = {};
  std::string_view meaning = {};
  std::string_view meaning_norwegian = {};
  std::string_view example = {};  // A value that documents show.

  // The greatest number that means itself; kNoBound if all do.
  constexpr std::int64_t greatest() const {
    return takes_any_larger && most != kNoBound ? most - 1 : most;
  }
};

// Rows derived from the field tables, found by name in constant time. Never changed.
class DerivedRows {
 public:
  explicit DerivedRows(std::vector<ParameterRow> rows) : rows_(std::move(rows)) {
    for (const ParameterRow& row : rows_) places_.emplace(row.name, &row);
  }
  DerivedRows(const DerivedRows&) = delete;
  DerivedRows& operator=(const DerivedRows&) = delete;

  std::span<const ParameterRow> rows() const { return rows_; }
  // Null if there is none.
  const ParameterRow* Find(std::string_view name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? nullptr : found->second;
  }

 private:
  std::vector<ParameterRow> rows_;
  std::unordered_map<std::string_view, const ParameterRow*> places_;
};

// All parameters of an operation. It outlives the values that are parsed with it.
struct ParameterTable {
  std::span<const ParameterRow> rows = {};
  const DerivedRows* derived = nullptr;              // Null: there are none.
  std::span<const std::string_view> sort_keys = {};  // The values of kSort.

  const ParameterRow* Find(std::string_view name) const;
};

}  // namespace orgreg::search
