// SPDX-License-Identifier: EUPL-1.2

// A set of documents of one segment: a sorted list if it is small, one bit for each document if it
// is large. Documents are numbered from 0 in order of organisation number.
//
// A set of one stored part borrows it, and copies it at the first change: the segment outlives the
// set. Otherwise sets are plain values; several threads may read a set, one may change it. A
// moved-from set may only be assigned to or destroyed.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace orgreg::search {

using Doc = std::uint32_t;

// Sets above universe / kDenseShare documents are kept as bits: from this size on, a bit for every
// document takes less space than a number for each one in the set.
inline constexpr std::size_t kDenseShare = 32;

// A stored set, borrowed from a segment: `list` or `bits` is empty.
struct Postings {
  std::span<const Doc> list = {};
  std::span<const std::uint64_t> bits = {};  // One for each document of the segment.
  std::size_t count = 0;                     // Of the list, or of the bits that are set.
  // False if the list is several ascending ones, one after another. A document may be in two.
  bool ascends = true;
};

// Calls `visit` with the index of each bit that is set, ascending.
template <typename Visit>
void ForEachBit(std::span<const std::uint64_t> bits, Visit visit) {
  const std::uint64_t* const words = bits.data();
  const std::size_t count = bits.size();
  for (std::size_t word = 0; word < count; ++word) {
    for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
      visit(static_cast<Doc>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
    }
  }
}

class DocSet {
 public:
  // The empty set of a segment with `universe` documents.
  explicit DocSet(std::size_t universe) : universe_(universe) {}
  static DocSet All(std::size_t universe);
  // `docs` ascends, without repetition.
  static DocSet FromList(std::size_t universe, std::vector<Doc> docs);
  // In any order, without repetition.
  static DocSet FromUnsorted(std::size_t universe, std::vector<Doc> docs);
  // One bit for each document, in the number of words for `universe`; `count` of them are set.
  static DocSet FromBits(std::size_t universe, std::vector<std::uint64_t> bits, std::size_t count);
  // All documents that are in any of the parts.
  static DocSet UnionOf(std::size_t universe, std::span<const Postings> parts);
  // All documents that are in any of `few` and in any of `others`. It pays if `few` has no bits,
  // and the two have not much in common.
  static DocSet InBoth(std::size_t universe, std::span<const Postings> few,
                       std::span<const Postings> others);

  void IntersectWith(const DocSet& other);
  // Keeps the documents that are in any of the parts.
  void KeepInAny(std::span<const Postings> parts);
  void UniteWith(const DocSet& other);
  void Remove(const DocSet& other);

  // Keeps the documents for which `keep` is true.
  template <typename Keep>
  void Filter(Keep keep);
  // Keeps the documents whose value is between `low` and `high`; `values` has one for each
  // document.
  void KeepBetween(std::span<const std::int32_t> values, std::int32_t low, std::int32_t high);
  // Calls `visit` with each document, ascending.
  template <typename Visit>
  void ForEach(Visit visit) const;

  // At most `count` documents in ascending order, from the one at index `first`; earlier ones are
  // skipped a word at a time.
  std::vector<Doc> Slice(std::size_t first, std::size_t count) const;
  // One bit for each document of the segment.
  std::vector<std::uint64_t> ToBits() const;
  // The same set, dense.
  DocSet AsDense() const;
  // The number of documents before `doc`; words are counted, not documents.
  std::size_t CountBelow(Doc doc) const;

  bool Contains(Doc doc) const {
    if (!dense_) return std::ranges::binary_search(List(), doc);
    return (Bits().data()[doc / 64] >> (doc % 64) & 1U) != 0;
  }
  // Always known; costs nothing.
  std::size_t Count() const { return count_; }
  std::size_t universe() const { return universe_; }
  // True if Contains is very cheap.
  bool is_dense() const { return dense_; }
  // The documents, ascending, of a set that is not dense.
  std::span<const Doc> List() const { return borrows_ ? borrowed_.list : std::span(list_); }

 private:
  std::span<const std::uint64_t> Bits() const {
    return borrows_ ? borrowed_.bits : std::span(bits_);
  }
  // Copies a borrowed set, so that it can be changed.
  void Own();
  void MakeDense();
  void AddToDense(std::span<const Postings> parts);
  // Adds to a set that is dense and not borrowed.
  void AddBits(std::span<const std::uint64_t> bits);
  void AddList(std::span<const Doc> docs);
  // Keeps the documents of a list whose bit is `wanted`.
  void KeepByBits(std::span<const std::uint64_t> bits, bool wanted);

  std::size_t universe_ = 0;
  std::size_t count_ = 0;
  bool dense_ = false;
  bool borrows_ = false;
  Postings borrowed_;                // If borrows_.
  std::vector<Doc> list_;            // If neither dense_ nor borrows_.
  std::vector<std::uint64_t> bits_;  // If dense_ and not borrows_.
};

template <typename Visit>
void DocSet::ForEach(Visit visit) const {
  if (dense_) return ForEachBit(Bits(), visit);
  for (const Doc doc : List()) visit(doc);
}

template <typename Keep>
void DocSet::Filter(Keep keep) {
  Own();
  if (!dense_) {
    std::erase_if(list_, [&](Doc doc) { return !keep(doc); });
    count_ = list_.size();
    return;
  }
  count_ = 0;
  for (std::size_t word = 0; word < bits_.size(); ++word) {
    std::uint64_t kept = 0;
    for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(rest));
      kept |= std::uint64_t{keep(static_cast<Doc>(word * 64 + bit))} << bit;
    }
    bits_[word] = kept;
    count_ += static_cast<std::size_t>(std::popcount(kept));
  }
}

}  // namespace orgreg::search
