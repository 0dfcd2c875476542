// SPDX-License-Identifier: EUPL-1.2

// Picks the matches that come after a position in their order. A position is made of values and a
// number, not of places in a segment: it means the same after any change of the register. Pure
// functions over unchanging data; any thread. They may throw DamagedBlock.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/values/org_number.h"
#include "search/columns/sort_order.h"
#include "search/request/query.h"
#include "search/segment/layers.h"

namespace orgreg::search {

// The place of a record in an order, whether the record still exists or not.
struct Position {
  std::vector<SortOrder::Value> values = {};  // One for each key.
  base::OrgNumber number = {};
};

// An order of records: by the keys, the first deciding, then by number.
struct RecordOrder {
  std::span<const SortBy> keys = {};
  const Position* after = nullptr;  // Only what comes after it; null: everything.
};

// At most `count` of the matches, in order.
std::vector<Place> PickAfter(const Layers& layers, const LayeredSet& matches,
                             const RecordOrder& order, std::size_t count);

Position PositionOf(const Layers& layers, const Place& place, std::span<const SortBy> keys);

}  // namespace orgreg::search
