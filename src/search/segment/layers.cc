// SPDX-License-Identifier: EUPL-1.2

#include "search/segment/layers.h"

#include <algorithm>
#include <utility>

#include "search/columns/doc_set.h"

namespace orgreg::search {
namespace {

// The live records of `lower` that `upper` has in any state.
DocSet ReplacedBy(const Segment& upper, const Segment& lower) {
  std::vector<Doc> docs;
  for (const RecordTable* table : {&upper.live(), &upper.deleted(), &upper.removed()}) {
    for (std::size_t row = 0; row < table->size(); ++row) {
      const auto doc = lower.live().Find(table->Number(static_cast<Doc>(row)));
      if (doc) docs.push_back(*doc);
    }
  }
  std::ranges::sort(docs);
  return DocSet::FromList(lower.size(), std::move(docs));
}

}  // namespace

Layers LayUpon(const Layers& below, std::shared_ptr<const Segment> segment) {
  Layers layers = below;
  for (Layer& layer : layers) layer.hidden.UniteWith(ReplacedBy(*segment, *layer.segment));
  const std::size_t size = segment->size();
  layers.push_back({.segment = std::move(segment), .hidden = DocSet(size)});
  return layers;
}

std::size_t CountLive(const Layers& layers) {
  std::size_t count = 0;
  for (const Layer& layer : layers) count += layer.segment->size() - layer.hidden.Count();
  return count;
}

std::size_t Count(const LayeredSet& sets) {
  std::size_t count = 0;
  for (const DocSet& set : sets) count += set.Count();
  return count;
}

}  // namespace orgreg::search
