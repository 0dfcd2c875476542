// SPDX-License-Identifier: EUPL-1.2

// The words of a query in one way of writing them. Plain values.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/values/fold.h"

namespace orgreg::search {

using Words = std::vector<std::string>;

// Letters compared exactly, or loosened (name_words.h).
enum class Strictness : std::uint8_t { kExact, kLoose };

struct Variant {
  Words words;
  // The parts of a word of the query that was split must be adjacent: the index of the first part,
  // and the number of parts.
  std::size_t split_at = 0;
  std::size_t split_words = 0;
  Strictness strictness = Strictness::kLoose;
  // The same words were searched exactly before.
  bool follows_exact = false;
};

// A shorter last word would match half the register (design: three or more letters).
inline constexpr std::size_t kShortestPrefix = 3;
inline bool MayBeOpen(std::string_view word) {
  return base::CountCharacters(word) >= kShortestPrefix;
}
// True if the last word may be the beginning of a longer one.
inline bool IsOpen(const Words& words) { return MayBeOpen(words.back()); }

}  // namespace orgreg::search
