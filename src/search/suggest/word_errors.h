// SPDX-License-Identifier: EUPL-1.2

// Finds words that begin like a typed one but for typing errors: a letter that is missing, too
// many, another one, or exchanged with its neighbour. All words are loosened
// (segment/name_words.h). Pure; any thread. Functions may throw DamagedBlock.

#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "search/columns/text_samples.h"
#include "search/segment/name_index.h"

namespace orgreg::search {

// True if `word` has a beginning that `typed` becomes by at most `most` errors (0 to 2).
bool BeginsWithErrors(std::string_view word, std::string_view typed, std::size_t most);

// The words of the index for which BeginsWithErrors is true, as places in the loosened order that
// ascend and do not overlap. With two errors, words are not found that have both of them in the
// first four letters: that would mean to look at every word.
std::vector<Range> WordsWithErrors(const NameIndex& names, std::string_view typed,
                                   std::size_t most);

}  // namespace orgreg::search
