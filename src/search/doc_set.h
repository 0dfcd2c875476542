// A set of documents of one segment: a sorted list where it is small, one bit a document
// where it is large. Documents are numbered from 0 in order of organisation number.
//
// Plain values; a set may be read from several threads, changed by one.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace orgreg::search {

using Doc = std::uint32_t;

// Sets above universe / kDenseShare documents are kept as bits: from there on a bit for
// every document takes less room than a number for each one in the set.
inline constexpr std::size_t kDenseShare = 32;

// A stored set, borrowed from a segment: one of the two is empty.
struct Postings {
  std::span<const Doc> list = {};            // Rising.
  std::span<const std::uint64_t> bits = {};  // One for each document of the segment.
  std::size_t count = 0;
};

class DocSet {
 public:
  // The empty set of a segment with `universe` documents.
  explicit DocSet(std::size_t universe) : universe_(universe) {}
  static DocSet All(std::size_t universe);
  // `docs` rising, without repetition.
  static DocSet FromList(std::size_t universe, std::vector<Doc> docs);
  // In any order, without repetition.
  static DocSet FromUnsorted(std::size_t universe, std::vector<Doc> docs);
  // One bit a document, in the words that `universe` takes.
  static DocSet FromBits(std::size_t universe, std::vector<std::uint64_t> bits);
  // All documents in any of the parts.
  static DocSet UnionOf(std::size_t universe, std::span<const Postings> parts);

  void IntersectWith(const DocSet& other);
  void UniteWith(const DocSet& other);
  void Remove(const DocSet& other);

  // Keeps the documents for which `keep` is true.
  template <typename Keep>
  void Filter(Keep keep);
  // Keeps the documents whose value lies from `low` to `high`; one value a document.
  void KeepBetween(std::span<const std::int32_t> values, std::int32_t low, std::int32_t high);
  // Calls `visit` with each document, rising.
  template <typename Visit>
  void ForEach(Visit visit) const;

  // What stands at `first` and after, rising, `count` at most.
  std::vector<Doc> Slice(std::size_t first, std::size_t count) const;

  bool Contains(Doc doc) const;
  std::size_t Count() const;
  std::size_t universe() const { return universe_; }
  // True where Contains costs next to nothing.
  bool is_dense() const { return dense_; }

 private:
  void MakeDense();

  std::size_t universe_ = 0;
  bool dense_ = false;
  std::vector<Doc> list_;            // While not dense_.
  std::vector<std::uint64_t> bits_;  // While dense_.
};

template <typename Visit>
void DocSet::ForEach(Visit visit) const {
  if (!dense_) {
    for (const Doc doc : list_) visit(doc);
    return;
  }
  for (std::size_t word = 0; word < bits_.size(); ++word) {
    for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
      visit(static_cast<Doc>(word * 64 + static_cast<std::size_t>(__builtin_ctzll(rest))));
    }
  }
}

template <typename Keep>
void DocSet::Filter(Keep keep) {
  if (!dense_) {
    std::erase_if(list_, [&](Doc doc) { return !keep(doc); });
    return;
  }
  for (std::size_t word = 0; word < bits_.size(); ++word) {
    std::uint64_t kept = 0;
    for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
      const auto bit = static_cast<std::size_t>(__builtin_ctzll(rest));
      kept |= std::uint64_t{keep(static_cast<Doc>(word * 64 + bit))} << bit;
    }
    bits_[word] = kept;
  }
}

}  // namespace orgreg::search
