// The values with the most calls, of rows that say a value and a number of calls: the totals of
// equal values rank. The rows are gone through twice, so that memory holds a total of 16 bytes for
// each different value and not the value itself: first every row is added, then every row is
// offered again, and those that rank are kept. One thread at a time.
//
// Totals are kept by a hash of 64 bits under a key of each object's own. Two values have the same
// one about once in a million times that five million values are counted.

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
  // At most `most` values are kept, which is one or more.
  explicit UsageRanking(std::size_t most);

  void Add(std::string_view value, std::int64_t calls);
  // After the last Add, before the first Offer.
  void EndAdding();
  // Any order will do; values in rising order cost least.
  void Offer(std::string_view value);

  // Those with the most calls first, equal ones in order of value, the empty value last of them.
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
  // Rows whose slots the processor is fetching. Nearly all the time goes into waiting for memory.
  std::array<Slot, kWaiting> waiting_ = {};
  std::size_t next_ = 0;  // in waiting_
  // After EndAdding: what the last of the kept has, and marks of the hashes of all that have more.
  std::int64_t least_ = 0;
  std::bitset<kMarks> has_more_;
  std::set<UsageTotal, RanksBefore> kept_;
};

}  // namespace orgreg::store
