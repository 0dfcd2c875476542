// SPDX-License-Identifier: EUPL-1.2

// Completes what is being typed into a search box, from the names of units and from lists of labels
// (docs/extensions.md, Suggestions; docs/decisions/0048-suggestions.md). Pure functions over
// unchanging indexes; any thread. They may throw DamagedBlock.
//
// The cost of an answer does not depend on how many names match, because a short text matches most
// of the register: names that begin with the text are adjacent in one order, and are either all
// weighed or met on a walk from the shortest name on. Only names whose words are typed in another
// way are searched with a limit (kMostNamesRead).

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "search/columns/doc_set.h"
#include "search/columns/record_table.h"
#include "search/segment/name_index.h"
#include "search/suggest/typed_text.h"

namespace orgreg::search {

// The names of one layer, or the labels of one list.
struct SuggestSource {
  const NameIndex* names = nullptr;
  const DocSet* hidden = nullptr;           // Documents that are not suggested; null: none.
  const RecordTable* records = nullptr;     // Of a layer.
  std::span<const std::string> codes = {};  // Of a list: the digits of each label's code.
  std::uint32_t group = 0;                  // Decides between equals: lower groups come first.
};

// How a suggestion matches, best first.
enum class SuggestTier : std::uint8_t {
  kCode,           // The text is its number or code.
  kCodeBeginning,  // Its number or code begins with the text.
  kBeginning,      // The name begins with the text, its legal form left out,
  kContent,        // or with the text without its own legal form.
  kWords,          // Each typed word begins a word of the name.
  kOneError,       // The same with one typing error in each long word,
  kTwoErrors,      // and with two in each very long one.
};

struct Suggestion {
  SuggestTier tier = SuggestTier::kCode;
  std::uint32_t weight = 0;  // NameIndex::Weight.
  std::uint32_t group = 0;
  std::uint32_t number = 0;  // The organisation number, or the place in the list.
  std::uint32_t source = 0;  // An index of the sources.
  Doc doc = 0;

  // Best first.
  friend auto operator<=>(const Suggestion&, const Suggestion&) = default;
};

// If words are not typed in the order of the name, or with errors, at most this many names of a
// source are read.
inline constexpr std::size_t kMostNamesRead = 512;

// The best suggestions, at most `most`, best first: by tier, then the shorter name, active before
// bankrupt units, group, number. A worse tier is searched only if the better ones leave room, the
// last one only if they have nothing.
std::vector<Suggestion> Suggest(std::span<const SuggestSource> sources, const TypedText& typed,
                                std::size_t most);

}  // namespace orgreg::search
