// SPDX-License-Identifier: EUPL-1.2

// The words of this folder and of app/catalog:
//   segment  the unchanging index of records of one kind (segment.h)
//   layer    a segment in its place above others, with its outdated records
//   base     the lowest layer, with nearly all records
//   layers   all of one kind, from the base to the newest; those above the base are increasingly
//            smaller and have the changes since
// The uppermost layer that has a record in any state decides; live records of the number in lower
// layers are hidden.
//
// Layers are values whose segments are shared. They do not change, so any number of threads may use
// them. Functions may throw DamagedBlock.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/segment/segment.h"

namespace orgreg::search {

struct Layer {
  std::shared_ptr<const Segment> segment;
  DocSet hidden = DocSet(0);  // Live records of the segment that upper layers replace.
};

// From the base to the newest; never empty.
using Layers = std::vector<Layer>;

// `below` with the segment on top.
Layers LayUpon(const Layers& below, std::shared_ptr<const Segment> segment);

// The number of all live records.
std::size_t CountLive(const Layers& layers);

// A document of one of the layers. It is small, since the places of a large page stay in memory
// while a slow client reads.
struct Place {
  std::uint32_t layer = 0;
  Doc doc = 0;
};
static_assert(sizeof(Place) == 8);

// Documents of all layers: a set for each.
using LayeredSet = std::vector<DocSet>;

std::size_t Count(const LayeredSet& sets);

}  // namespace orgreg::search
