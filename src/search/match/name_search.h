// SPDX-License-Identifier: EUPL-1.2

// Finds names and ranks them (docs/choices.md, Searching). Pure functions over unchanging indexes;
// any thread.

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/segment/layers.h"
#include "search/segment/name_index.h"

namespace orgreg::search {

struct NameQuestion {
  std::string_view text = {};
  bool consecutive = false;  // The words are adjacent, in the given order.
};

// The names of one layer.
struct NameLayer {
  const NameIndex* names = nullptr;
  const DocSet* hidden = nullptr;  // Documents that are not found.
};

// The documents that match, best first: each tier is better than the next, no document is in two of
// them, and inside a tier the lower NameIndex::Weight decides, then the number. The tiers do not
// depend on the distribution of names over the layers.
std::vector<LayeredSet> FindNames(std::span<const NameLayer> layers, const NameQuestion& question);

// True if finding them takes well under a millisecond: names have each word as written, and few
// names have one of them.
bool IsQuickToFind(std::span<const NameLayer> layers, const NameQuestion& question);

}  // namespace orgreg::search
