// SPDX-License-Identifier: EUPL-1.2

// A page of a large set comes from a walk along a stored order until it is full; the documents of a
// small set are gathered and sorted, as far as the page needs it.

#include "search/match/segment_order.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "search/columns/doc_set.h"
#include "search/columns/text_samples.h"
#include "search/file/numbers.h"

namespace orgreg::search {
namespace {

// Sets of more than this share of the segment are walked in order of the first key; all documents
// of smaller ones are gathered and sorted.
bool IsDense(const DocSet& docs) { return docs.Count() > docs.universe() / kDenseShare; }

std::vector<Doc> GatheredFrom(const DocSet& docs) {
  std::vector<Doc> list;
  list.reserve(docs.Count());
  docs.ForEach([&](Doc doc) { list.push_back(doc); });
  return list;
}

// For this many documents or fewer, a column is not verified as a whole.
constexpr std::size_t kFewDocs = 256;

// Ranks of one key in its direction: the lower comes first, an absent value last.
class DirectedRanks {
 public:
  // `count` is about the number of ranks that are read.
  DirectedRanks(const Segment& segment, SortBy key, std::size_t count)
      : order_(&segment.sort_order(key.key)), turned_(key.descending ? order_->PresentRanks() : 0) {
    if (count > kFewDocs) all_ = order_->AllRanks();
  }

  std::uint32_t operator[](Doc doc) const {
    const std::uint32_t rank = all_ ? static_cast<std::uint32_t>((*all_)[doc]) : order_->Rank(doc);
    return rank < turned_ ? turned_ - 1 - rank : rank;
  }
  void Prefetch(Doc doc) const { order_->PrefetchRank(doc); }

 private:
  const SortOrder* order_;
  std::optional<Numbers::Verified> all_;
  std::uint32_t turned_;  // Lower ranks count down from the greatest value.
};

std::vector<DirectedRanks> RanksOf(const Segment& segment, std::span<const SortBy> keys,
                                   std::size_t count) {
  std::vector<DirectedRanks> ranks;
  ranks.reserve(keys.size());
  for (const SortBy& key : keys) ranks.emplace_back(segment, key, count);
  return ranks;
}

// Compares documents by several keys, the first deciding.
bool IsBefore(Doc a, Doc b, std::span<const DirectedRanks> keys) {
  for (const DirectedRanks& ranks : keys) {
    const std::uint32_t rank_a = ranks[a];
    const std::uint32_t rank_b = ranks[b];
    if (rank_a != rank_b) return rank_a < rank_b;
  }
  return a < b;
}

// A document with its directed ranks of the first two keys: several times faster to compare than a
// look-up each time.
struct Keyed {
  std::uint64_t leading = 0;
  Doc doc = 0;
};

std::uint64_t LeadingRanks(Doc doc, std::span<const DirectedRanks> keys) {
  std::uint64_t leading = 0;
  for (const DirectedRanks& ranks : keys) leading = leading << 32U | ranks[doc];
  return leading;
}

// Sorts only as far as the indexes from `first` to `last` need.
template <typename T, typename Before>
void SortPart(std::vector<T>* items, std::size_t first, std::size_t last, Before before) {
  // A heap is faster for a few, partitioning for many.
  constexpr std::size_t kFew = 256;
  const auto at = [&](std::size_t place) {
    return items->begin() + static_cast<std::ptrdiff_t>(place);
  };
  if (last <= kFew) {
    std::partial_sort(items->begin(), at(last), items->end(), before);
    return;
  }
  if (last < items->size()) std::nth_element(items->begin(), at(last), items->end(), before);
  if (first > 0) std::nth_element(items->begin(), at(first), at(last), before);
  std::sort(at(first), at(last), before);
}

// At most `count` documents from index `first` on, in the order of the keys.
std::vector<Doc> SliceSorted(const Segment& segment, std::span<const Doc> docs, std::size_t first,
                             std::size_t count, std::span<const SortBy> keys) {
  if (first >= docs.size()) return {};
  const std::vector<DirectedRanks> ranks = RanksOf(segment, keys, docs.size());
  const auto leading = std::span(ranks).first(std::min<std::size_t>(2, ranks.size()));
  const auto later = std::span(ranks).subspan(leading.size());
  std::vector<Keyed> keyed;
  keyed.reserve(docs.size());
  // Ranks lie anywhere in their columns, so they are asked for before they are read.
  constexpr std::size_t kAhead = 32;
  for (std::size_t at = 0; at < docs.size(); ++at) {
    if (at + kAhead < docs.size())
      for (const DirectedRanks& rank : leading) rank.Prefetch(docs[at + kAhead]);
    keyed.push_back({.leading = LeadingRanks(docs[at], leading), .doc = docs[at]});
  }
  const std::size_t last = first + std::min(count, docs.size() - first);
  SortPart(&keyed, first, last, [&](const Keyed& a, const Keyed& b) {
    return a.leading != b.leading ? a.leading < b.leading : IsBefore(a.doc, b.doc, later);
  });
  std::vector<Doc> slice;
  for (std::size_t place = first; place < last; ++place) slice.push_back(keyed[place].doc);
  return slice;
}

// Walks the first key's order until enough documents are found.
class KeyWalk {
 public:
  KeyWalk(const Segment& segment, const DocSet& docs, std::span<const SortBy> keys)
      : segment_(segment), docs_(docs), first_key_(keys.front()), others_(keys.subspan(1)) {}

  // Nothing if more than `most` documents had to be looked at.
  std::optional<std::vector<Doc>> Slice(std::size_t first, std::size_t count, std::size_t most) && {
    to_pass_ = first;
    count_ = count;
    // If all documents are wanted, those before the page are skipped at once.
    const bool is_all = docs_.Count() == docs_.universe();
    bool is_first = true;
    segment_.sort_order(first_key_.key)
        .WalkRuns(first_key_.descending, is_all ? first : 0,
                  [&](std::span<const Doc> run, std::size_t before) {
                    if (std::exchange(is_first, false)) to_pass_ -= before;
                    if (run.size() > most) return GiveUp();
                    most -= run.size();
                    // In a run of equal first keys the others decide.
                    return others_.empty() || run.size() == 1 ? TakeAsItIs(run) : TakeSorted(run);
                  });
    if (has_given_up_) return std::nullopt;
    return std::move(picked_);
  }

 private:
  bool GiveUp() {
    has_given_up_ = true;
    return false;
  }

  bool TakeAsItIs(std::span<const Doc> run) {
    for (const Doc doc : run) {
      if (!docs_.Contains(doc)) continue;
      if (to_pass_ > 0) {
        --to_pass_;
        continue;
      }
      picked_.push_back(doc);
      if (picked_.size() == count_) return false;
    }
    return true;
  }

  bool TakeSorted(std::span<const Doc> run) {
    std::vector<Doc> here;
    std::ranges::copy_if(run, std::back_inserter(here),
                         [&](Doc doc) { return docs_.Contains(doc); });
    const std::size_t skip = std::min(to_pass_, here.size());
    to_pass_ -= skip;
    const auto slice = SliceSorted(segment_, here, skip, count_ - picked_.size(), others_);
    picked_.insert(picked_.end(), slice.begin(), slice.end());
    return picked_.size() < count_;
  }

  const Segment& segment_;
  const DocSet& docs_;
  SortBy first_key_;
  std::span<const SortBy> others_;
  std::size_t to_pass_ = 0;
  std::size_t count_ = 0;
  bool has_given_up_ = false;
  std::vector<Doc> picked_;
};

// Walks the first key's order for a set of few documents, if that is likely to cost less than
// gathering them; nothing if it does not, or turned out not to.
std::optional<std::vector<Doc>> TryWalk(const Segment& segment, const DocSet& docs,
                                        std::span<const SortBy> keys, std::size_t first,
                                        std::size_t count) {
  // The greatest values in order of them are a short walk, which costs little if it is in vain.
  constexpr std::size_t kWalkShare = 64;
  const std::size_t wanted = first + count;
  const std::size_t few = docs.Count() / kWalkShare;
  if (wanted <= few) {
    if (auto walked = KeyWalk(segment, docs, keys).Slice(first, count, few)) return walked;
  }
  // The rank of a document lies anywhere in its column, so gathering one costs about as much as
  // this many steps along the order. Setting up a bit for each document of the segment costs as
  // much as one step for so many of them.
  constexpr std::size_t kGatherCost = 4;
  constexpr std::size_t kBitsShare = 512;
  const std::size_t most = kGatherCost * docs.Count();
  // Where the documents lie evenly along the order; a walk is stopped at twice that.
  const std::size_t steps =
      wanted * (docs.universe() / docs.Count()) + docs.universe() / kBitsShare;
  if (steps > most / 2) return std::nullopt;
  if (docs.is_dense()) return KeyWalk(segment, docs, keys).Slice(first, count, most);
  const DocSet dense = docs.AsDense();
  return KeyWalk(segment, dense, keys).Slice(first, count, most);
}

// Walks the order of preference. Nothing if `most` steps find too few documents: gathering them is
// then faster.
std::optional<std::vector<Doc>> WalkPreference(const NameIndex& names, const DocSet& docs,
                                               std::size_t first, std::size_t count,
                                               std::size_t most) {
  constexpr std::size_t kChunk = 256;  // Documents that are read from the file at once.
  std::vector<Doc> picked;
  Range places{.last = std::min(most, names.size())};
  for (; places.first < places.last; places.first += kChunk) {
    const std::size_t end = std::min(places.first + kChunk, places.last);
    for (const Doc doc : names.ByPreference({.first = places.first, .last = end})) {
      if (!docs.Contains(doc)) continue;
      if (first > 0) {
        --first;
        continue;
      }
      picked.push_back(doc);
      if (picked.size() == count) return picked;
    }
  }
  return std::nullopt;
}

// A document of a damaged file may be outside.
std::uint32_t At(std::span<const std::uint32_t> preferences, Doc doc) {
  if (doc >= preferences.size()) [[unlikely]] {
    ThrowDamaged();
  }
  return preferences[doc];
}

std::vector<std::uint32_t> PreferencesOf(const NameIndex& names, const DocSet& docs) {
  std::vector<std::uint32_t> preferences;
  preferences.reserve(docs.Count());
  if (docs.Count() <= kFewDocs) {
    docs.ForEach([&](Doc doc) { preferences.push_back(names.Preference(doc)); });
  } else {
    const std::span<const std::uint32_t> all = names.Preferences();
    docs.ForEach([&](Doc doc) { preferences.push_back(At(all, doc)); });
  }
  return preferences;
}

// Preferences are sorted, and become documents again.
std::vector<Doc> SortedByPreference(const NameIndex& names, std::vector<std::uint32_t> preferences,
                                    std::size_t first, std::size_t count) {
  SortPart(&preferences, first, first + count, std::less());
  std::vector<Doc> slice;
  slice.reserve(count);
  for (std::size_t at = first; at < first + count; ++at)
    slice.push_back(names.ByPreference(preferences[at]));
  return slice;
}

}  // namespace

std::vector<Doc> SliceByPreference(const NameIndex& names, const DocSet& docs, std::size_t first,
                                   std::size_t count) {
  const std::size_t found = docs.Count();
  if (first >= found) return {};
  count = std::min(count, found - first);
  // Gathering a document costs about as much as this many steps of a walk.
  constexpr std::size_t kGatherCost = 2;
  const std::size_t most = kGatherCost * found;
  // A walk is tried only if it is likely to find them in half of that.
  const std::size_t steps = (first + count) * (names.size() / found);
  if (docs.is_dense() && steps <= most / 2) {
    auto walked = WalkPreference(names, docs, first, count, most);
    if (walked) return *std::move(walked);
  }
  return SortedByPreference(names, PreferencesOf(names, docs), first, count);
}

std::vector<Doc> MostPreferred(const NameIndex& names, std::span<const Doc> docs,
                               std::size_t count) {
  const std::span<const std::uint32_t> all = names.Preferences();
  std::vector<std::uint32_t> preferences(docs.size());
  std::ranges::transform(docs, preferences.begin(), [all](Doc doc) { return At(all, doc); });
  return SortedByPreference(names, std::move(preferences), 0, std::min(count, docs.size()));
}

std::vector<Doc> SliceByKeys(const Segment& segment, const DocSet& docs,
                             std::span<const SortBy> keys, std::size_t first, std::size_t count) {
  if (first >= docs.Count()) return {};
  if (IsDense(docs)) {
    auto walked = KeyWalk(segment, docs, keys).Slice(first, count, docs.universe());
    if (walked) return *std::move(walked);
  } else if (auto walked = TryWalk(segment, docs, keys, first, count)) {
    return *std::move(walked);
  }
  if (docs.is_dense()) return SliceSorted(segment, GatheredFrom(docs), first, count, keys);
  return SliceSorted(segment, docs.List(), first, count, keys);
}

}  // namespace orgreg::search
