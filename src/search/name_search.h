// Finds names and ranks them (docs/choices.md, Searching). Pure functions over an unchanging
// index; any thread.

#pragma once

#include <string_view>
#include <vector>

#include "search/doc_set.h"
#include "search/name_index.h"

namespace orgreg::search {

struct NameQuestion {
  std::string_view text = {};
  bool consecutive = false;  // The words stand next to each other in the given order.
};

// The documents that match, best first: each tier is better than the next, no document is
// in two of them, and inside a tier NameIndex::Preference decides.
std::vector<DocSet> FindNames(const NameIndex& index, std::size_t universe,
                              const NameQuestion& question);

}  // namespace orgreg::search
