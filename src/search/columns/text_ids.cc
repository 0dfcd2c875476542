// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/text_ids.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

namespace orgreg::search {
namespace {

constexpr std::size_t kHeadBytes = sizeof(std::uint64_t);

template <typename Word>
std::uint64_t Load(const char* from) {
  Word word = 0;
  std::memcpy(&word, from, sizeof(word));
  return word;
}

std::uint64_t HeadOf(std::string_view text) {
  if (text.size() >= kHeadBytes) return Load<std::uint64_t>(text.data());
  if (text.size() >= 4) {
    // Two halves, which overlap if there are fewer than eight bytes.
    const std::size_t second = text.size() - 4;
    return Load<std::uint32_t>(text.data()) | Load<std::uint32_t>(text.data() + second)
                                                  << (8 * second);
  }
  std::uint64_t head = 0;
  for (std::size_t at = 0; at < text.size(); ++at)
    head |= std::uint64_t{static_cast<unsigned char>(text[at])} << (8 * at);
  return head;
}

bool IsShort(std::string_view text) { return text.size() <= kHeadBytes; }

std::uint64_t Mix(std::uint64_t value) {
  value *= 0x9E3779B97F4A7C15U;
  return (value ^ value >> 32U) * 0xD6E8FEB86659FD93U;
}

}  // namespace

TextIds::Slot TextIds::SlotFor(std::string_view text, Id next_id) {
  constexpr unsigned kSizeShift = 28;
  const std::uint64_t head = HeadOf(text);
  const std::uint64_t mixed =
      IsShort(text) ? Mix(head ^ text.size()) : XXH3_64bits(text.data(), text.size());
  // The size is stored unhashed, above the bits that find the slot: two short texts are equal if
  // both numbers are.
  const auto size = static_cast<std::uint32_t>(std::min(text.size(), kHeadBytes + 1));
  return {.head = head,
          .hash = static_cast<std::uint32_t>(mixed >> (64 - kSizeShift)) | size << kSizeShift,
          .next_id = next_id};
}

TextIds::Id TextIds::IdOf(std::string_view text) {
  if (slots_.size() * 2 <= texts_.size() * 3) Grow();
  assert(texts_.size() < UINT32_MAX);
  const Slot wanted = SlotFor(text, static_cast<Id>(texts_.size() + 1));
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = wanted.hash & mask;; at = (at + 1) & mask) {
    Slot& slot = slots_[at];
    if (slot.next_id == 0) {
      texts_.Append(text);
      slot = wanted;
      return slot.next_id - 1;
    }
    const bool same_key = slot.head == wanted.head && slot.hash == wanted.hash;
    if (same_key && (IsShort(text) || texts_[slot.next_id - 1] == text)) return slot.next_id - 1;
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
