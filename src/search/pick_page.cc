#include "search/pick_page.h"

#include <algorithm>
#include <compare>

#include "search/segment_order.h"

namespace orgreg::search {
namespace {

// Puts what stands at `first` and after in the common order of all layers behind `picked`,
// `count` at most. `slice` gives a part of one layer's documents in that order, `before`
// compares documents of different layers.
template <typename Slice, typename Before>
void Merge(const LayeredSet& sets, std::size_t first, std::size_t count, Slice slice, Before before,
           std::vector<Place>* picked) {
  std::vector<std::size_t> sizes(sets.size());
  std::ranges::transform(sets, sizes.begin(), &DocSet::Count);
  const std::size_t total = Count(sets);
  if (first >= total) return;
  std::vector<std::vector<Doc>> runs(sets.size());
  std::vector<std::size_t> next(sets.size(), 0);
  std::size_t to_pass = first;
  for (std::size_t layer = 0; layer < sets.size(); ++layer) {
    if (sizes[layer] == 0) continue;
    // At most so many of the other layers' stand before it, so these come too early anyway.
    const std::size_t others = total - sizes[layer];
    const std::size_t skip = std::min(sizes[layer], first - std::min(first, others));
    to_pass -= skip;
    runs[layer] = slice(layer, skip, first + count - skip);
  }
  while (count > 0) {
    std::size_t least = sets.size();
    for (std::size_t layer = 0; layer < sets.size(); ++layer) {
      if (next[layer] == runs[layer].size()) continue;
      if (least == sets.size() ||
          before({layer, runs[layer][next[layer]]}, {least, runs[least][next[least]]})) {
        least = layer;
      }
    }
    if (least == sets.size()) return;
    const Doc doc = runs[least][next[least]++];
    if (to_pass > 0) {
      --to_pass;
      continue;
    }
    picked->push_back({.layer = least, .doc = doc});
    --count;
  }
}

// The orders of documents of different layers.
class Comparison {
 public:
  explicit Comparison(const Layers& layers) : layers_(layers) {}

  bool ByNumber(const Place& a, const Place& b) const { return NumberOf(a) < NumberOf(b); }

  bool ByWeight(const Place& a, const Place& b) const {
    const std::uint32_t weight_a = SegmentOf(a).names().Weight(a.doc);
    const std::uint32_t weight_b = SegmentOf(b).names().Weight(b.doc);
    return weight_a != weight_b ? weight_a < weight_b : ByNumber(a, b);
  }

  bool ByKeys(const Place& a, const Place& b, std::span<const SortBy> keys) const {
    for (const SortBy& key : keys) {
      const SortOrder& order_a = SegmentOf(a).sort_order(key.key);
      const SortOrder& order_b = SegmentOf(b).sort_order(key.key);
      const std::strong_ordering order =
          SortOrder::Compare(order_a, order_a.Rank(a.doc), order_b, order_b.Rank(b.doc));
      if (order != std::strong_ordering::equal) return (order < 0) != key.descending;
    }
    return ByNumber(a, b);
  }

 private:
  const Segment& SegmentOf(const Place& place) const { return *layers_[place.layer].segment; }
  base::OrgNumber NumberOf(const Place& place) const {
    return SegmentOf(place).live().Number(place.doc);
  }

  const Layers& layers_;
};

}  // namespace

std::vector<Place> PickPage(const Layers& layers, const Matches& matches, const PageRequest& page) {
  const Comparison compare(layers);
  const auto size = static_cast<std::size_t>(page.size);
  std::size_t first = static_cast<std::size_t>(page.number) * size;
  std::vector<Place> picked;
  if (!page.sort.empty()) {
    Merge(
        matches.all, first, size,
        [&](std::size_t layer, std::size_t from, std::size_t count) {
          return SliceByKeys(*layers[layer].segment, matches.all[layer], page.sort, from, count);
        },
        [&](const Place& a, const Place& b) { return compare.ByKeys(a, b, page.sort); }, &picked);
    return picked;
  }
  if (!matches.is_ranked) {
    Merge(
        matches.all, first, size,
        [&](std::size_t layer, std::size_t from, std::size_t count) {
          return matches.all[layer].Slice(from, count);
        },
        [&](const Place& a, const Place& b) { return compare.ByNumber(a, b); }, &picked);
    return picked;
  }
  for (const LayeredSet& tier : matches.tiers) {
    if (picked.size() == size) break;
    Merge(
        tier, first, size - picked.size(),
        [&](std::size_t layer, std::size_t from, std::size_t count) {
          return SliceByPreference(layers[layer].segment->names(), tier[layer], from, count);
        },
        [&](const Place& a, const Place& b) { return compare.ByWeight(a, b); }, &picked);
    first -= std::min(first, Count(tier));
  }
  return picked;
}

}  // namespace orgreg::search
