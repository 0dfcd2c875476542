// SPDX-License-Identifier: EUPL-1.2

// A Query is a resolved search for one kind of record: every part is valid, and nothing has the
// client's spelling. Plain values.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/values/org_number.h"
#include "model/kind.h"
#include "model/limits.h"

namespace orgreg::search {

// One condition; the parameter's Match decides which of the members counts.
struct Criterion {
  std::size_t parameter = 0;  // An index of model::Parameters(kind).
  std::vector<std::string> texts = {};
  std::vector<base::OrgNumber> numbers = {};
  std::optional<std::int64_t> from = {};  // Days, or employees; included.
  std::optional<std::int64_t> to = {};
  bool flag = false;
};

struct SortBy {
  std::size_t key = 0;  // An index of the list's sort keys.
  bool descending = false;
};

// The wanted part of a list, and its order.
struct PageRequest {
  std::int64_t size = model::kDefaultPageSize;
  std::int64_t number = 0;
  bool is_asked_for = false;      // The size or the number was given, not taken from the defaults.
  std::vector<SortBy> sort = {};  // The first decides; empty: the list's own order.
};

struct Query {
  model::Kind kind = model::Kind::kEntity;
  std::vector<Criterion> criteria = {};  // All must hold.
  bool consecutive_name = false;         // The words of the name are adjacent.
  PageRequest page = {};

  // True if neither a filter nor a page excludes any record.
  bool AsksForAll() const { return criteria.empty() && !page.is_asked_for; }
};

}  // namespace orgreg::search
