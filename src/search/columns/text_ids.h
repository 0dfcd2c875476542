// Numbers texts while an index is built: equal texts share a number, numbers count from 0 in
// order of first appearance. A hash table of our own, because every record asks dozens of
// times: where the standard one waits for memory at each step, this one answers for codes,
// flags and short words from the line it looks up. One thread.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "search/columns/text_column.h"

namespace orgreg::search {

class TextIds {
 public:
  using Id = std::uint32_t;

  Id IdOf(std::string_view text);
  std::size_t size() const { return texts_.size(); }
  // The texts by number. What was taken out before is not valid after the next IdOf.
  const TextColumnBuilder& texts() const { return texts_; }

 private:
  // Head and hash of a text are compared first; for short texts there is no more to compare.
  struct Slot {
    std::uint64_t head = 0;  // The first bytes, zeros behind the end.
    std::uint32_t hash = 0;  // With the size of a short text.
    Id next_id = 0;          // One more than the id; 0 where the slot is free.
  };

  static Slot SlotFor(std::string_view text, Id next_id);
  void Grow();

  TextColumnBuilder texts_;
  std::vector<Slot> slots_;  // A power of two of them, at most two thirds taken.
};

}  // namespace orgreg::search
