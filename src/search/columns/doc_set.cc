// SPDX-License-Identifier: EUPL-1.2

// Operations differ for lists and for bitmaps; a set becomes a bitmap when it grows beyond the
// limit.

#include "search/columns/doc_set.h"

#include <cstddef>
#include <cstring>
#include <iterator>
#include <utility>

#include "search/columns/common_docs.h"

namespace orgreg::search {
namespace {

using Word = std::uint64_t;

// If many lists have more documents than this share of the segment, they are collected as bits:
// sorting them would cost more than a bitmap.
constexpr std::size_t kSortedShare = 1024;

std::size_t WordsOf(std::size_t universe) { return (universe + 63) / 64; }

// Loops over whole bitmaps use plain pointers, which lets the compiler take several words at a
// time. Each returns the number of bits in the result, counted on the way.
template <typename Combine>
std::size_t CombineBits(std::vector<Word>* bits, std::span<const Word> other, Combine combine) {
  Word* const words = bits->data();
  const Word* const others = other.data();
  const std::size_t size = bits->size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    words[i] = combine(words[i], others[i]);
    count += static_cast<std::size_t>(std::popcount(words[i]));
  }
  return count;
}

// Documents in either of two ascending lists, in ascending order.
std::vector<Doc> Either(std::span<const Doc> a, std::span<const Doc> b) {
  std::vector<Doc> either;
  either.reserve(a.size() + b.size());
  std::ranges::set_union(a, b, std::back_inserter(either));
  return either;
}

// One bit for each of 64 values: set if it is between `low` and `low + range`. Eight comparisons
// are combined by one multiplication.
Word BitsBetween(const std::int32_t* values, std::uint32_t low, std::uint32_t range) {
  unsigned char lies[64];
  for (std::size_t i = 0; i < 64; ++i)
    lies[i] = static_cast<std::uint32_t>(values[i]) - low <= range ? 1 : 0;
  Word bits = 0;
  for (std::size_t i = 0; i < 64; i += 8) {
    Word eight = 0;
    std::memcpy(&eight, lies + i, sizeof(eight));
    bits |= (eight * 0x0102040810204080U >> 56U) << i;
  }
  return bits;
}

}  // namespace

DocSet DocSet::All(std::size_t universe) {
  DocSet set(universe);
  set.dense_ = true;
  set.count_ = universe;
  set.bits_.assign(WordsOf(universe), ~Word{0});
  if (universe % 64 != 0) set.bits_.back() = (Word{1} << (universe % 64)) - 1;
  return set;
}

DocSet DocSet::FromList(std::size_t universe, std::vector<Doc> docs) {
  DocSet set(universe);
  set.count_ = docs.size();
  set.list_ = std::move(docs);
  return set;
}

DocSet DocSet::FromUnsorted(std::size_t universe, std::vector<Doc> docs) {
  if (docs.size() <= universe / kSortedShare) {
    std::ranges::sort(docs);
    return FromList(universe, std::move(docs));
  }
  DocSet set(universe);
  set.MakeDense();
  set.AddList(docs);
  return set;
}

DocSet DocSet::FromBits(std::size_t universe, std::vector<Word> bits, std::size_t count) {
  DocSet set(universe);
  set.dense_ = true;
  set.bits_ = std::move(bits);
  set.count_ = count;
  return set;
}

DocSet DocSet::UnionOf(std::size_t universe, std::span<const Postings> parts) {
  DocSet set(universe);
  if (parts.size() == 1 && parts.front().ascends) {
    set.borrows_ = true;
    set.borrowed_ = parts.front();
    set.dense_ = !set.borrowed_.bits.empty();
    set.count_ = set.borrowed_.count;
    return set;
  }
  std::size_t total = 0;
  for (const Postings& part : parts) total += part.count;
  const bool all_lists = total <= universe / kDenseShare;  // Too few for any part to be bits.
  if (all_lists && parts.size() == 2 && parts[0].ascends && parts[1].ascends)
    return FromList(universe, Either(parts[0].list, parts[1].list));
  if (all_lists && total <= universe / kSortedShare) {
    std::vector<Doc> docs;
    docs.reserve(total);
    for (const Postings& part : parts) docs.insert(docs.end(), part.list.begin(), part.list.end());
    std::ranges::sort(docs);
    docs.erase(std::ranges::unique(docs).begin(), docs.end());
    return FromList(universe, std::move(docs));
  }
  set.AddToDense(parts);
  return set;
}

DocSet DocSet::InBoth(std::size_t universe, std::span<const Postings> few,
                      std::span<const Postings> others) {
  const DocTable table(few);
  std::vector<Doc> held;  // Of the others, by the table: perhaps some that are not in `few`.
  for (const Postings& part : others) {
    if (part.bits.empty()) {
      table.VisitHeld(part.list, [&](std::span<const Doc> some) {
        held.insert(held.end(), some.begin(), some.end());
      });
      continue;
    }
    for (const Postings& of_few : few) {
      std::ranges::copy_if(of_few.list, std::back_inserter(held),
                           [&](Doc doc) { return (part.bits[doc / 64] >> (doc % 64) & 1U) != 0; });
    }
  }
  DocSet both(universe);
  if (held.size() <= universe / kSortedShare) {
    std::ranges::sort(held);
    held.erase(std::ranges::unique(held).begin(), held.end());
    both = FromList(universe, std::move(held));
  } else {
    both.MakeDense();
    both.AddList(held);
  }
  both.KeepInAny(few);
  return both;
}

// Makes the empty set the union of the parts, as bits.
void DocSet::AddToDense(std::span<const Postings> parts) {
  dense_ = true;
  // The first bitmap is copied, not added to an empty one.
  const auto first =
      std::ranges::find_if(parts, [](const Postings& part) { return !part.bits.empty(); });
  if (first == parts.end()) {
    bits_.assign(WordsOf(universe_), 0);
  } else {
    bits_.assign(first->bits.begin(), first->bits.end());
    count_ = first->count;
  }
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    if (part == first) continue;
    if (part->bits.empty()) {
      AddList(part->list);
    } else {
      AddBits(part->bits);
    }
  }
}

void DocSet::IntersectWith(const DocSet& other) {
  if (other.dense_ && dense_) {
    Own();
    count_ = CombineBits(&bits_, other.Bits(), [](Word a, Word b) { return a & b; });
  } else if (other.dense_) {
    KeepByBits(other.Bits(), true);
  } else if (dense_) {
    DocSet few = other;
    few.KeepByBits(Bits(), true);
    *this = std::move(few);
  } else {
    const bool is_shorter = count_ <= other.count_;
    *this = FromList(universe_,
                     is_shorter ? CommonOf(List(), other.List()) : CommonOf(other.List(), List()));
  }
}

void DocSet::KeepInAny(std::span<const Postings> parts) {
  if (dense_ || (parts.size() == 1 && parts.front().ascends))
    return IntersectWith(UnionOf(universe_, parts));
  std::size_t total = 0;
  for (const Postings& part : parts) total += part.count;
  CommonDocs common(List(), total);
  for (const Postings& part : parts) common.Mark(part);
  *this = FromList(universe_, common.Marked());
}

void DocSet::UniteWith(const DocSet& other) {
  if (other.count_ == 0) return;
  if (count_ == 0) {
    *this = other;
    return;
  }
  if (!dense_ && !other.dense_ && count_ + other.count_ <= universe_ / kDenseShare) {
    *this = FromList(universe_, Either(List(), other.List()));
    return;
  }
  if (!dense_ && other.dense_) {
    DocSet both = other;
    both.Own();
    both.AddList(List());
    *this = std::move(both);
    return;
  }
  MakeDense();
  if (other.dense_) {
    AddBits(other.Bits());
  } else {
    AddList(other.List());
  }
}

void DocSet::Remove(const DocSet& other) {
  if (count_ == 0 || other.count_ == 0) return;
  if (dense_ && other.dense_) {
    Own();
    count_ = CombineBits(&bits_, other.Bits(), [](Word a, Word b) { return a & ~b; });
  } else if (dense_) {
    Own();
    Word* const words = bits_.data();
    for (const Doc doc : other.List()) {
      count_ -= words[doc / 64] >> (doc % 64) & 1U;
      words[doc / 64] &= ~(Word{1} << (doc % 64));
    }
  } else if (other.dense_) {
    KeepByBits(other.Bits(), false);
  } else {
    CommonDocs common(List(), other.count_);
    common.Mark({.list = other.List(), .count = other.count_});
    *this = FromList(universe_, common.Unmarked());
  }
}

void DocSet::KeepBetween(std::span<const std::int32_t> values, std::int32_t low,
                         std::int32_t high) {
  if (low > high) {
    *this = DocSet(universe_);
    return;
  }
  // In unsigned arithmetic one comparison checks both bounds.
  const auto first = static_cast<std::uint32_t>(low);
  const std::uint32_t range = static_cast<std::uint32_t>(high) - first;
  const auto lies = [&](Doc doc) {
    return static_cast<std::uint32_t>(values[doc]) - first <= range;
  };
  if (!dense_) return Filter(lies);
  Own();
  count_ = 0;
  constexpr int kFew = 4;  // Below this, the documents of a word are tested one by one.
  for (std::size_t word = 0; word < bits_.size(); ++word) {
    Word& bits = bits_[word];
    if (bits == 0) continue;
    if (std::popcount(bits) >= kFew && word < universe_ / 64) {
      bits &= BitsBetween(values.data() + word * 64, first, range);
    } else {
      for (Word rest = bits; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(rest));
        bits &= ~(Word{!lies(static_cast<Doc>(word * 64 + bit))} << bit);
      }
    }
    count_ += static_cast<std::size_t>(std::popcount(bits));
  }
}

std::vector<Word> DocSet::ToBits() const {
  if (dense_) return {Bits().begin(), Bits().end()};
  std::vector<Word> bits(WordsOf(universe_), 0);
  for (const Doc doc : List()) bits[doc / 64] |= Word{1} << (doc % 64);
  return bits;
}

DocSet DocSet::AsDense() const {
  DocSet dense = *this;
  dense.MakeDense();
  return dense;
}

std::size_t DocSet::CountBelow(Doc doc) const {
  if (!dense_) {
    const std::span<const Doc> list = List();
    return static_cast<std::size_t>(std::ranges::lower_bound(list, doc) - list.begin());
  }
  const std::span<const Word> words = Bits();
  const std::size_t whole = std::min<std::size_t>(doc / 64, words.size());
  std::size_t count = 0;
  for (const Word word : words.first(whole)) count += static_cast<std::size_t>(std::popcount(word));
  if (whole == words.size()) return count;
  const Word before = (Word{1} << (doc % 64)) - 1;
  return count + static_cast<std::size_t>(std::popcount(words[whole] & before));
}

std::vector<Doc> DocSet::Slice(std::size_t first, std::size_t count) const {
  std::vector<Doc> docs;
  if (first >= count_) return docs;
  count = std::min(count, count_ - first);
  docs.reserve(count);
  if (!dense_) {
    const std::span<const Doc> slice = List().subspan(first, count);
    docs.assign(slice.begin(), slice.end());
    return docs;
  }
  const std::span<const Word> bits = Bits();
  for (std::size_t word = 0; docs.size() < count; ++word) {
    const auto here = static_cast<std::size_t>(std::popcount(bits[word]));
    if (first >= here) {
      first -= here;
      continue;
    }
    for (Word rest = bits[word]; rest != 0 && docs.size() < count; rest &= rest - 1) {
      if (first > 0) {
        --first;
        continue;
      }
      docs.push_back(
          static_cast<Doc>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
    }
  }
  return docs;
}

void DocSet::Own() {
  if (!borrows_) return;
  list_.assign(borrowed_.list.begin(), borrowed_.list.end());
  bits_.assign(borrowed_.bits.begin(), borrowed_.bits.end());
  borrowed_ = {};
  borrows_ = false;
}

void DocSet::MakeDense() {
  if (dense_) return Own();
  const DocSet list = std::exchange(*this, DocSet(universe_));
  dense_ = true;
  bits_.assign(WordsOf(universe_), 0);
  AddList(list.List());
}

void DocSet::AddBits(std::span<const Word> bits) {
  count_ = CombineBits(&bits_, bits, [](Word a, Word b) { return a | b; });
}

void DocSet::AddList(std::span<const Doc> docs) {
  Word* const words = bits_.data();
  for (const Doc doc : docs) {
    count_ += ~words[doc / 64] >> (doc % 64) & 1U;
    words[doc / 64] |= Word{1} << (doc % 64);
  }
}

void DocSet::KeepByBits(std::span<const Word> bits, bool wanted) {
  const Word* const words = bits.data();
  const Word turned = wanted ? 0 : 1;
  const std::span<const Doc> docs = List();
  if (borrows_) list_.resize(docs.size());  // Not copied: most of it may go.
  // Without branches: whether a bit is set is unpredictable.
  Doc* const out = list_.data();
  std::size_t kept = 0;
  for (const Doc doc : docs) {
    out[kept] = doc;
    kept += (words[doc / 64] >> (doc % 64) & 1U) ^ turned;
  }
  list_.resize(kept);
  borrowed_ = {};
  borrows_ = false;
  count_ = kept;
}

}  // namespace orgreg::search
