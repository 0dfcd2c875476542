// SPDX-License-Identifier: EUPL-1.2

// The values with the most calls, from rows with a value and a number of calls: the totals of equal
// values are ranked. The caller passes the rows twice, so that memory holds a total of 16 bytes for
// each different value and not the value itself: first it adds every row, then it offers every row
// again, and the ranking values are kept. One thread at a time.
//
// Totals are kept by a 64-bit hash with a key of each object's own. Among five million values, two
// have the same hash about once in a million times.

#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "store/large_pages.h"

namespace orgreg::store {

struct UsageTotal {
  std::string value = {};
  std::int64_t calls = 0;
};

class UsageRanking {
 public:
  // At most `most` values are kept; `most` is at least one.
  explicit UsageRanking(std::size_t most);

  void Add(std::string_view value, std::int64_t calls);
  // Called after the last Add, before the first Offer.
  void EndAdding();
  // Any order is allowed; ascending values are fastest.
  void Offer(std::string_view value);

  // The values with the most calls first; equal ones in order of value, the empty value last among
  // them.
  std::vector<UsageTotal> Take() const;

 private:
  struct Slot {
    std::uint64_t hash = 0;  // 0: empty
    std::int64_t calls = 0;
  };
  using Slots = std::vector<Slot, LargePages<Slot>>;
  struct RanksBefore {
    bool operator()(const UsageTotal& a, const UsageTotal& b) const;
  };
  static constexpr std::size_t kMarks = 4096;
  static constexpr std::size_t kWaiting = 32;

  std::uint64_t HashOf(std::string_view value) const;
  Slot* Find(std::uint64_t hash);
  void AddNow(const Slot& row);
  void Grow();

  const std::size_t most_;
  const std::uint64_t key_;
  Slots slots_;  // A power of two, at most three quarters of them used.
  std::size_t used_ = 0;
  // Rows whose slots the processor is fetching. Waiting for memory takes nearly all the time.
  std::array<Slot, kWaiting> waiting_ = {};
  std::size_t next_ = 0;  // in waiting_
  // After EndAdding: the total of the last value kept, and marks of the hashes of all values with
  // more.
  std::int64_t least_ = 0;
  std::bitset<kMarks> has_more_;
  std::set<UsageTotal, RanksBefore> kept_;
};

}  // namespace orgreg::store
