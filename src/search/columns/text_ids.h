// SPDX-License-Identifier: EUPL-1.2

// Numbers texts while an index is built: equal texts share a number, numbers count from 0 in order
// of first appearance. It is a hash table of our own, because every record makes dozens of queries:
// the standard one waits for memory at each step, but this one answers for codes, flags and short
// words from a single cache line. One thread.

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
  // The texts by number. Views of them become invalid at the next IdOf.
  const TextColumnBuilder& texts() const { return texts_; }

 private:
  // Head and hash of a text are compared first; for short texts that is enough.
  struct Slot {
    std::uint64_t head = 0;  // The first bytes, padded with zeros.
    std::uint32_t hash = 0;  // Includes the size of a short text.
    Id next_id = 0;          // One more than the id; 0 if the slot is free.
  };

  static Slot SlotFor(std::string_view text, Id next_id);
  void Grow();

  TextColumnBuilder texts_;
  std::vector<Slot> slots_;  // Their number is a power of two, at most two thirds used.
};

}  // namespace orgreg::search
