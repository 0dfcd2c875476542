// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/range_index.h"

#include <algorithm>
#include <span>
#include <utility>

namespace orgreg::search {
namespace {

// Below this, sorting documents is faster than marking them in a bitmap.
constexpr std::size_t kFew = 1024;

std::size_t Words(std::size_t universe) { return (universe + 63) / 64; }

void SetBits(std::span<const Doc> docs, std::vector<std::uint64_t>* bits) {
  std::uint64_t* const words = bits->data();
  for (const Doc doc : docs) words[doc / 64] |= std::uint64_t{1} << (doc % 64);
}

void ClearBits(std::span<const Doc> docs, std::vector<std::uint64_t>* bits) {
  std::uint64_t* const words = bits->data();
  for (const Doc doc : docs) words[doc / 64] &= ~(std::uint64_t{1} << (doc % 64));
}

}  // namespace

std::size_t RangeIndex::CountBelow(std::int64_t value) const {
  std::size_t low = 0;
  std::size_t high = docs_.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (values_[docs_[middle]] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

RangeIndex::Near RangeIndex::NearTo(std::size_t place) const {
  const std::size_t words = Words(universe_);
  const std::size_t nearest = std::min((place + kStep / 2) / kStep, docs_.size() / kStep);
  const std::size_t there = nearest * kStep;
  const bool is_later = place > there;
  Near near = {
      .is_later = is_later,
      .docs = is_later ? docs_.Slice(there, place - there) : docs_.Slice(place, there - place)};
  if (nearest != 0) near.bits = bitmaps_.Slice((nearest - 1) * words, words);
  return near;
}

// The places are further apart than two bitmaps, so what is corrected at one end is not corrected
// at the other.
std::vector<std::uint64_t> RangeIndex::BitsBetween(std::size_t first, std::size_t last) const {
  const Near begin = NearTo(first);
  const Near end = NearTo(last);
  std::vector<std::uint64_t> bits(end.bits.begin(), end.bits.end());
  if (!begin.bits.empty()) {
    std::uint64_t* const words = bits.data();
    const std::uint64_t* const before = begin.bits.data();
    for (std::size_t word = 0; word < bits.size(); ++word) words[word] &= ~before[word];
  }
  const auto correct = [&](const Near& near, bool are_in) {
    if (are_in) {
      SetBits(near.docs, &bits);
    } else {
      ClearBits(near.docs, &bits);
    }
  };
  correct(begin, !begin.is_later);
  correct(end, end.is_later);
  return bits;
}

DocSet RangeIndex::Find(std::int32_t low, std::int32_t high) const {
  const std::size_t first = CountBelow(low);
  const std::size_t last = CountBelow(std::int64_t{high} + 1);
  if (first >= last) return DocSet(universe_);
  const std::size_t count = last - first;
  if (count <= kFew) {
    const std::span<const Doc> docs = docs_.Slice(first, count);
    std::vector<Doc> list(docs.begin(), docs.end());
    std::ranges::sort(list);
    return DocSet::FromList(universe_, std::move(list));
  }
  std::vector<std::uint64_t> bits;
  if (count <= kStep) {
    bits.assign(Words(universe_), 0);
    SetBits(docs_.Slice(first, count), &bits);
  } else {
    bits = BitsBetween(first, last);
  }
  return DocSet::FromBits(universe_, std::move(bits), count);
}

void RangeIndex::Keep(std::int32_t low, std::int32_t high, DocSet* docs) const {
  if (docs->Count() <= kFew) {
    docs->KeepBetween(values_.All(), low, high);
  } else {
    docs->IntersectWith(Find(low, high));
  }
}

void RangeIndexBuilder::Write(SegmentFileWriter* writer) && {
  const std::size_t words = Words(values_.size());
  std::vector<Doc> docs;
  for (std::size_t doc = 0; doc < values_.size(); ++doc) {
    if (values_[doc] != RangeIndex::kAbsent) docs.push_back(static_cast<Doc>(doc));
  }
  std::ranges::stable_sort(docs, {}, [this](Doc doc) { return values_[doc]; });
  writer->Write(values_);
  writer->Write(docs);
  writer->BeginSection(sizeof(std::uint64_t));
  std::vector<std::uint64_t> bits(words, 0);
  for (std::size_t there = RangeIndex::kStep; there <= docs.size(); there += RangeIndex::kStep) {
    SetBits(std::span(docs).subspan(there - RangeIndex::kStep, RangeIndex::kStep), &bits);
    writer->Append({reinterpret_cast<const char*>(bits.data()), words * sizeof(std::uint64_t)});
  }
  writer->EndSection();
}

}  // namespace orgreg::search
