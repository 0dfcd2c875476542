// Segments of one kind laid upon each other: the base with nearly all records at the
// bottom, above it ever smaller and newer ones with what has changed since. A record counts
// as it is in the uppermost segment that has it, in whatever state; the live records that
// are thereby out of date are hidden in their layers.
//
// Layers are values whose segments are shared; unchanging once stacked, for any number of
// threads. Functions may throw DamagedBlock.

#pragma once

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

// `below` with the segment laid upon it.
Layers LayUpon(const Layers& below, std::shared_ptr<const Segment> segment);

// How many live records there are in all.
std::size_t CountLive(const Layers& layers);

// A document of one of the layers.
struct Place {
  std::size_t layer = 0;
  Doc doc = 0;
};

// A set of documents of all layers, one set for each.
using LayeredSet = std::vector<DocSet>;

std::size_t Count(const LayeredSet& sets);

}  // namespace orgreg::search
