// SPDX-License-Identifier: EUPL-1.2

// Text as search sees it: without case, accents or punctuation, split into words.
// The index and the query go through the same functions, so they always agree.
// Pure functions; safe from any thread.
//
// Folding (docs/choices.md, Folding): letters are case-folded; accents fall away, so é is
// e, ä is a, ö is o; but æ, ø and å stay letters of their own.

#pragma once

#include <string>
#include <string_view>

#include "base/values/ascii.h"

namespace orgreg::base {

// True where the bytes are well-formed UTF-8.
bool IsUtf8(std::string_view text);

// Number of Unicode characters in well-formed UTF-8.
std::size_t CountCharacters(std::string_view text);

// The folded words of `text` (well-formed UTF-8), in order, joined by one space. A word is a run of
// letters and digits; everything else separates. They are equal for texts that differ only in case,
// accents, punctuation and spacing.
std::string FoldedText(std::string_view text);
// Appends the same to `out`, which saves allocations when a whole register is folded.
void AppendFolded(std::string_view text, std::string* out);

// Calls `visit` with each word of a folded text, in order.
template <typename Visit>
void ForEachWord(std::string_view folded, Visit visit) {
  while (!folded.empty()) {
    visit(TakeUntil(' ', &folded));
  }
}

}  // namespace orgreg::base
