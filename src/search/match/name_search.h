// SPDX-License-Identifier: EUPL-1.2

// Finds names and ranks them (docs/choices.md, Searching). Pure functions over unchanging indexes;
// any thread.

#pragma once

#include <cstddef>
#include <limits>
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
  // Only so many of the best need be in order.
  std::size_t reach = std::numeric_limits<std::size_t>::max();
};

// The names of one layer.
struct NameLayer {
  const NameIndex* names = nullptr;
  const DocSet* hidden = nullptr;  // Documents that are not found.
};

// The documents that match. The tiers do not depend on the distribution of names over the layers.
struct FoundNames {
  // Best first: each tier is better than the next, no document is in two of them, and inside a tier
  // the lower NameIndex::Weight decides, then the number.
  std::vector<LayeredSet> tiers = {};
  // If the tiers have the best documents only: all documents, each in one of these.
  std::vector<LayeredSet> unordered = {};
  std::size_t count = 0;  // Of all documents.
};
FoundNames FindNames(std::span<const NameLayer> layers, const NameQuestion& question);

// True if finding them takes well under a millisecond: names have each word, and few
// names have one of them.
bool IsQuickToFind(std::span<const NameLayer> layers, const NameQuestion& question);

}  // namespace orgreg::search
