// SPDX-License-Identifier: EUPL-1.2

#include "store/usage/ranking.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <functional>
#include <iterator>
#include <queue>
#include <random>
#include <utility>

namespace orgreg::store {
namespace {

constexpr std::size_t kFirstSlots = 1024;

std::uint64_t RandomKey() {
  std::random_device random;
  return (std::uint64_t{random()} << 32U) | random();
}

// Orders the empty value after all others.
bool ComesBefore(std::string_view a, std::string_view b) {
  return std::pair(a.empty(), a) < std::pair(b.empty(), b);
}

}  // namespace

bool UsageRanking::RanksBefore::operator()(const UsageTotal& a, const UsageTotal& b) const {
  return a.calls != b.calls ? a.calls > b.calls : ComesBefore(a.value, b.value);
}

UsageRanking::UsageRanking(std::size_t most)
    : most_(most), key_(RandomKey()), slots_(kFirstSlots) {}

std::uint64_t UsageRanking::HashOf(std::string_view value) const {
  const std::uint64_t hash = XXH3_64bits_withSeed(value.data(), value.size(), key_);
  return hash == 0 ? 1 : hash;
}

// The slot of the hash, or the empty slot for it.
UsageRanking::Slot* UsageRanking::Find(std::uint64_t hash) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = hash & mask;
  while (slots_[place].hash != 0 && slots_[place].hash != hash) place = (place + 1) & mask;
  return &slots_[place];
}

void UsageRanking::Grow() {
  Slots before(slots_.size() * 2);
  before.swap(slots_);
  for (const Slot& slot : before) {
    if (slot.hash != 0) *Find(slot.hash) = slot;
  }
}

void UsageRanking::Add(std::string_view value, std::int64_t calls) {
  const std::uint64_t hash = HashOf(value);
  __builtin_prefetch(&slots_[hash & (slots_.size() - 1)], 1);
  Slot& waiting = waiting_[next_++ % kWaiting];
  AddNow(waiting);
  waiting = {.hash = hash, .calls = calls};
}

void UsageRanking::AddNow(const Slot& row) {
  if (row.hash == 0) return;
  Slot* const slot = Find(row.hash);
  slot->calls += row.calls;
  if (slot->hash != 0) return;
  slot->hash = row.hash;
  if (++used_ > slots_.size() / 4 * 3) Grow();
}

void UsageRanking::EndAdding() {
  for (const Slot& row : waiting_) AddNow(row);
  waiting_ = {};
  std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> best;
  for (const Slot& slot : slots_) {
    if (slot.hash == 0 || (best.size() == most_ && slot.calls <= best.top())) continue;
    if (best.size() == most_) best.pop();
    best.push(slot.calls);
  }
  least_ = best.empty() ? 0 : best.top();
  for (const Slot& slot : slots_) {
    if (slot.hash != 0 && slot.calls > least_) has_more_.set(slot.hash % kMarks);
  }
}

// If very many values have the total of the last one kept, nearly all of them are skipped by
// comparing values alone.
void UsageRanking::Offer(std::string_view value) {
  const std::uint64_t hash = HashOf(value);
  const bool is_full = kept_.size() == most_;
  if (is_full && !has_more_[hash % kMarks] && !ComesBefore(value, kept_.rbegin()->value)) return;
  const Slot& slot = *Find(hash);
  if (slot.hash == 0 || slot.calls < least_) return;
  kept_.insert(UsageTotal{.value = std::string(value), .calls = slot.calls});
  if (kept_.size() > most_) kept_.erase(std::prev(kept_.end()));
}

std::vector<UsageTotal> UsageRanking::Take() const { return {kept_.begin(), kept_.end()}; }

}  // namespace orgreg::store
