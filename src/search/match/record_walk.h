// SPDX-License-Identifier: EUPL-1.2

// Walks a set of live records in an order, across layers. It holds the layers that it reads, so it
// outlives the catalog that made it; its memory is that of the set. One thread at a time.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "model/kind.h"
#include "render/public_form.h"
#include "search/columns/doc_set.h"
#include "search/columns/record_table.h"
#include "search/match/sorted_docs.h"
#include "search/request/query.h"
#include "search/segment/layers.h"

namespace orgreg::search {

// The error for a damaged part of a segment file.
base::Error Damaged(model::Kind kind);

class RecordWalk {
 public:
  // In order of the keys, the first deciding, then of number. Without keys, of number alone.
  RecordWalk(model::Kind kind, Layers layers, LayeredSet sets, std::vector<SortBy> keys = {});

  // The number of all records.
  std::size_t count() const { return count_; }
  // The served content of the next record, valid as long as the walk; nothing at the end.
  // kUnavailable if the segment is damaged.
  base::Result<std::optional<render::PublicForm>> Next();

 private:
  // Documents of one layer, a part of them at a time.
  struct Lane {
    std::uint32_t layer = 0;
    const RecordTable* records = nullptr;
    DocSet set = DocSet(0);
    std::optional<SortedDocs> sorted = {};  // If there are keys.
    std::size_t taken = 0;                  // Otherwise: of the set, including the current part.
    std::vector<Doc> part = {};
    std::size_t at = 0;           // In the part.
    base::OrgNumber number = {};  // Of the current document.

    Place place() const { return {.layer = layer, .doc = part[at]}; }
  };

  // False at the end of the lane.
  static bool Refill(Lane* lane);
  static std::vector<Doc> NextPart(Lane* lane);
  // The lane whose current document comes first.
  std::vector<Lane>::iterator FirstLane();

  model::Kind kind_;
  Layers layers_;
  std::vector<SortBy> keys_;
  std::size_t count_ = 0;
  std::vector<Lane> lanes_;  // Lanes that are not at their end.
};

}  // namespace orgreg::search
