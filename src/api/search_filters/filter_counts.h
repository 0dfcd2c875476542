// SPDX-License-Identifier: EUPL-1.2

// How many results each value of the offered filters has: for a filter that is set, among the
// results without it, so that a reader sees what another value would give. Pure; safe from any
// thread.

#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/catalog.h"
#include "search/request/query.h"

namespace orgreg::api {

class FilterCounts {
 public:
  // The error of a damaged segment. `names_all` counts every level of industries, not only the two
  // upper ones.
  static base::Result<FilterCounts> Make(const search::Catalog& catalog, const search::Query& query,
                                         bool names_all);

  // The values that occur, the most frequent ones first; empty if they were not counted.
  const std::vector<search::ValueCount>& Of(std::size_t parameter) const;
  // 0 if the value does not occur.
  std::size_t Count(std::size_t parameter, std::string_view value) const;

 private:
  struct Counted {
    std::size_t parameter = 0;
    std::vector<search::ValueCount> values = {};
  };

  base::Status Add(const search::Catalog& catalog, const search::Query& query,
                   const std::vector<search::FieldQuestion>& questions);

  std::vector<Counted> counted_;
};

}  // namespace orgreg::api
