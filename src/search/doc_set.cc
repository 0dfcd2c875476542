#include "search/doc_set.h"

#include <algorithm>
#include <bit>

namespace orgreg::search {
namespace {

// More documents than universe / kSortedShare are quicker marked as bits than sorted.
constexpr std::size_t kSortedShare = 1024;

std::size_t Words(std::size_t universe) { return (universe + 63) / 64; }

void SetBit(Doc doc, std::vector<std::uint64_t>* bits) {
  (*bits)[doc / 64] |= std::uint64_t{1} << (doc % 64);
}

bool TestBit(Doc doc, std::span<const std::uint64_t> bits) {
  return (bits[doc / 64] >> (doc % 64) & 1U) != 0;
}

// Both rising. Steps through the shorter and searches the longer from where it was.
std::vector<Doc> Common(std::span<const Doc> shorter, std::span<const Doc> longer) {
  if (shorter.size() > longer.size()) std::swap(shorter, longer);
  std::vector<Doc> common;
  auto at = longer.begin();
  for (const Doc doc : shorter) {
    std::ptrdiff_t step = 1;
    auto end = at;
    while (end != longer.end() && *end < doc) {
      at = end + 1;
      end = longer.end() - end > step ? end + step : longer.end();
      step *= 2;
    }
    at = std::lower_bound(at, end, doc);
    if (at == longer.end()) break;
    if (*at == doc) common.push_back(doc);
  }
  return common;
}

}  // namespace

DocSet DocSet::All(std::size_t universe) {
  DocSet set(universe);
  set.dense_ = true;
  set.bits_.assign(Words(universe), ~std::uint64_t{0});
  if (universe % 64 != 0) set.bits_.back() = (std::uint64_t{1} << (universe % 64)) - 1;
  return set;
}

DocSet DocSet::FromList(std::size_t universe, std::vector<Doc> docs) {
  DocSet set(universe);
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
  for (const Doc doc : docs) SetBit(doc, &set.bits_);
  return set;
}

DocSet DocSet::FromBits(std::size_t universe, std::vector<std::uint64_t> bits) {
  DocSet set(universe);
  set.dense_ = true;
  set.bits_ = std::move(bits);
  return set;
}

DocSet DocSet::UnionOf(std::size_t universe, std::span<const Postings> parts) {
  std::size_t total = 0;
  for (const Postings& part : parts) total += part.count;
  DocSet set(universe);
  if (total > universe / (parts.size() == 1 ? kDenseShare : kSortedShare)) {
    set.MakeDense();
    for (const Postings& part : parts) {
      for (const Doc doc : part.list) SetBit(doc, &set.bits_);
      for (std::size_t word = 0; word < part.bits.size(); ++word)
        set.bits_[word] |= part.bits[word];
    }
    return set;
  }
  set.list_.reserve(total);
  for (const Postings& part : parts)
    set.list_.insert(set.list_.end(), part.list.begin(), part.list.end());
  if (parts.size() > 1) {
    std::ranges::sort(set.list_);
    set.list_.erase(std::ranges::unique(set.list_).begin(), set.list_.end());
  }
  return set;
}

void DocSet::IntersectWith(const DocSet& other) {
  if (dense_ && other.dense_) {
    for (std::size_t word = 0; word < bits_.size(); ++word) bits_[word] &= other.bits_[word];
  } else if (dense_) {
    std::vector<Doc> kept;
    std::ranges::copy_if(other.list_, std::back_inserter(kept),
                         [this](Doc doc) { return TestBit(doc, bits_); });
    *this = FromList(universe_, std::move(kept));
  } else if (other.dense_) {
    std::erase_if(list_, [&](Doc doc) { return !TestBit(doc, other.bits_); });
  } else {
    list_ = Common(list_, other.list_);
  }
}

void DocSet::UniteWith(const DocSet& other) {
  if (!dense_ && !other.dense_ && list_.size() + other.list_.size() <= universe_ / kDenseShare) {
    std::vector<Doc> both;
    std::ranges::set_union(list_, other.list_, std::back_inserter(both));
    list_ = std::move(both);
    return;
  }
  MakeDense();
  for (const Doc doc : other.list_) SetBit(doc, &bits_);
  for (std::size_t word = 0; word < other.bits_.size(); ++word) bits_[word] |= other.bits_[word];
}

void DocSet::Remove(const DocSet& other) {
  if (dense_ && !other.dense_) {
    for (const Doc doc : other.list_) bits_[doc / 64] &= ~(std::uint64_t{1} << (doc % 64));
    return;
  }
  if (!dense_ && !other.dense_) {
    std::vector<Doc> kept;
    std::ranges::set_difference(list_, other.list_, std::back_inserter(kept));
    list_ = std::move(kept);
    return;
  }
  Filter([&](Doc doc) { return !other.Contains(doc); });
}

void DocSet::KeepBetween(std::span<const std::int32_t> values, std::int32_t low,
                         std::int32_t high) {
  const auto lies = [&](Doc doc) { return values[doc] >= low && values[doc] <= high; };
  if (!dense_) {
    std::erase_if(list_, [&](Doc doc) { return !lies(doc); });
    return;
  }
  // All values of a word without a branch, so that the compiler can take several at once.
  for (std::size_t word = 0; word < bits_.size(); ++word) {
    const std::size_t first = word * 64;
    const std::size_t count = std::min<std::size_t>(64, universe_ - first);
    std::uint64_t kept = 0;
    for (std::size_t bit = 0; bit < count; ++bit) {
      kept |= std::uint64_t{lies(static_cast<Doc>(first + bit))} << bit;
    }
    bits_[word] &= kept;
  }
}

std::vector<Doc> DocSet::Slice(std::size_t first, std::size_t count) const {
  if (!dense_) {
    const auto begin = list_.begin() + static_cast<std::ptrdiff_t>(std::min(first, list_.size()));
    const auto left = static_cast<std::size_t>(list_.end() - begin);
    return {begin, begin + static_cast<std::ptrdiff_t>(std::min(count, left))};
  }
  std::vector<Doc> slice;
  for (std::size_t word = 0; word < bits_.size() && slice.size() < count; ++word) {
    const auto in_word = static_cast<std::size_t>(std::popcount(bits_[word]));
    if (in_word <= first) {
      first -= in_word;
      continue;
    }
    for (std::uint64_t rest = bits_[word]; rest != 0 && slice.size() < count; rest &= rest - 1) {
      if (first > 0) {
        --first;
      } else {
        slice.push_back(
            static_cast<Doc>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }
  return slice;
}

bool DocSet::Contains(Doc doc) const {
  return dense_ ? TestBit(doc, bits_) : std::ranges::binary_search(list_, doc);
}

std::size_t DocSet::Count() const {
  if (!dense_) return list_.size();
  std::size_t count = 0;
  for (const std::uint64_t word : bits_) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

void DocSet::MakeDense() {
  if (dense_) return;
  dense_ = true;
  bits_.assign(Words(universe_), 0);
  for (const Doc doc : list_) SetBit(doc, &bits_);
  list_.clear();
}

}  // namespace orgreg::search
