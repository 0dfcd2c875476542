#include "search/text_ids.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace orgreg::search {

TextIds::Id TextIds::IdOf(std::string_view text) {
  if (slots_.size() * 2 <= texts_.size() * 3) Grow();
  const auto hash = static_cast<std::uint32_t>(XXH3_64bits(text.data(), text.size()));
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    Slot& slot = slots_[at];
    if (slot.next_id == 0) {
      assert(texts_.size() < UINT32_MAX);
      texts_.Append(text);
      slot = {.hash = hash, .next_id = static_cast<Id>(texts_.size())};
      return slot.next_id - 1;
    }
    if (slot.hash == hash && texts_[slot.next_id - 1] == text) return slot.next_id - 1;
  }
}

void TextIds::Grow() {
  constexpr std::size_t kFewest = 16;
  const std::vector<Slot> before = std::exchange(slots_, {});
  slots_.resize(std::max(kFewest, before.size() * 2));
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : before) {
    if (slot.next_id == 0) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].next_id != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace orgreg::search
