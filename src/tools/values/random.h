// SPDX-License-Identifier: EUPL-1.2

// Random numbers for the generator: a counter-based source, so that any part of any record
// can be made again from (seed, stream, index) without keeping anything. Whole numbers and
// exactly rounded fractions only: every machine draws the same.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace orgreg::tools {

// The purpose of a sequence of draws. Sequences are independent of each other, so a change to how
// names are drawn leaves addresses as they were.
enum class Stream : std::uint64_t {
  kOrder,
  kNumber,
  kParent,
  kForm,
  kCore,
  kName,
  kDetails,
  kRetired,
  kPerson,
  kHolder,
  kEstateManager,
  kRoles,
  kVoluntary,
  kParty,
  kCadastral,
  kFilings,
  kAccounts,
  kGroupAccounts,
  kDocuments,
  kMoment,
  kStory,
  kChange,
};

// The finaliser of SplitMix64: a bijection that scatters neighbouring values.
constexpr std::uint64_t Scatter(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

class Random {
 public:
  constexpr Random(std::uint64_t seed, Stream stream, std::uint64_t index)
      : state_(Scatter(seed + Scatter((static_cast<std::uint64_t>(stream) << 56U) + index))) {}

  constexpr std::uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15U;
    return Scatter(state_);
  }

  // 0 to bound - 1; `bound` from 1 to 2^32.
  constexpr std::uint64_t Below(std::uint64_t bound) { return ((Next() >> 32U) * bound) >> 32U; }

  // first to last, both included.
  constexpr int Between(int first, int last) {
    return first + static_cast<int>(Below(static_cast<std::uint64_t>(last - first) + 1));
  }

  constexpr bool Percent(double percent) {
    return static_cast<double>(Next() >> 11U) * 0x1p-53 * 100.0 < percent;
  }

  // A rank as words are distributed (Zipf): all octaves from 2^first to 2^last are equally likely.
  // 0 to 2^(last + 1) - 2^first - 1.
  constexpr std::uint64_t Rank(int first, int last) {
    const std::uint64_t octave = std::uint64_t{1} << static_cast<unsigned>(Between(first, last));
    return octave - (std::uint64_t{1} << static_cast<unsigned>(first)) + Below(octave);
  }

  // An index below `size`, the first ones more often.
  constexpr std::size_t EarlyOf(std::size_t size) { return Below(Below(size) + 1); }

 private:
  std::uint64_t state_;
};

// Draws an index with a probability proportional to its weight.
class Weighted {
 public:
  Weighted() = default;
  explicit Weighted(std::span<const std::uint64_t> weights) {
    std::uint64_t end = 0;
    for (const std::uint64_t weight : weights) ends_.push_back(end += weight);
  }

  // At least one weight is not zero.
  std::size_t Pick(Random* random) const {
    const std::uint64_t at = random->Next() % ends_.back();
    return static_cast<std::size_t>(std::ranges::upper_bound(ends_, at) - ends_.begin());
  }

 private:
  std::vector<std::uint64_t> ends_;
};

// One of a list, all equally likely.
template <typename List>
const auto& PickOf(const List& list, Random* random) {
  return list[random->Below(std::size(list))];
}

}  // namespace orgreg::tools
