// Goes through a set of live records in an order, whatever layers they are in. It holds the
// layers it reads, so it outlives the catalog that made it; its memory is that of the set. One
// thread at a time.

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

// The error where a part of a segment file is not what was written.
base::Error Damaged(model::Kind kind);

class RecordWalk {
 public:
  // By the keys, the first deciding, then by number. Without keys by number alone.
  RecordWalk(model::Kind kind, Layers layers, LayeredSet sets, std::vector<SortBy> keys = {});

  // How many there are in all.
  std::size_t count() const { return count_; }
  // What is served of the next record, valid while the walk is; nothing at the end. kUnavailable
  // where the segment is damaged.
  base::Result<std::optional<render::PublicForm>> Next();

 private:
  // Documents of one layer, a part of them at a time.
  struct Lane {
    std::uint32_t layer = 0;
    const RecordTable* records = nullptr;
    DocSet set = DocSet(0);
    std::optional<SortedDocs> sorted = {};  // Where there are keys.
    std::size_t taken = 0;                  // Otherwise: of the set, the part at hand included.
    std::vector<Doc> part = {};
    std::size_t at = 0;           // In the part.
    base::OrgNumber number = {};  // Of the document at hand.

    Place place() const { return {.layer = layer, .doc = part[at]}; }
  };

  // False at the lane's end.
  static bool Refill(Lane* lane);
  static std::vector<Doc> NextPart(Lane* lane);
  // The lane whose document at hand comes first.
  std::vector<Lane>::iterator FirstLane();

  model::Kind kind_;
  Layers layers_;
  std::vector<SortBy> keys_;
  std::size_t count_ = 0;
  std::vector<Lane> lanes_;  // Those that are not at their end.
};

}  // namespace orgreg::search
