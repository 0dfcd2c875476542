// SPDX-License-Identifier: EUPL-1.2

// A set of ids, kept as ranges: the ids from one file are nearly always one run. A value.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace orgreg::model {

class IdRanges {
 public:
  // Reads "1-57,60": ranges that rise and do not touch. Nothing for any other text.
  static std::optional<IdRanges> Parse(std::string_view text);
  std::string ToText() const;

  void Add(std::int32_t id);
  bool Has(std::int32_t id) const;
  bool empty() const { return last_by_first_.empty(); }

 private:
  std::map<std::int32_t, std::int32_t> last_by_first_;
};

}  // namespace orgreg::model
