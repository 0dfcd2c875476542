// SPDX-License-Identifier: EUPL-1.2

#include "search/match/pick_page.h"

#include <algorithm>
#include <compare>
#include <cstdint>

#include "base/values/org_number.h"
#include "search/columns/doc_set.h"
#include "search/columns/sort_order.h"
#include "search/match/segment_order.h"
#include "search/segment/name_index.h"

namespace orgreg::search {
namespace {

// At most `count` items from index `first` on.
struct Part {
  std::size_t first = 0;
  std::size_t count = 0;
};

// A part of the common order of all layers. `slice` returns a part of one layer's documents in that
// order, `before` compares documents of different layers.
template <typename Slice, typename Before>
std::vector<Place> Merge(const LayeredSet& sets, Part part, Slice slice, Before before) {
  const std::size_t total = Count(sets);
  std::vector<Place> picked;
  if (part.first >= total) return picked;
  picked.reserve(std::min(part.count, total - part.first));
  std::vector<std::vector<Doc>> runs(sets.size());
  std::vector<std::size_t> next(sets.size(), 0);
  std::size_t to_pass = part.first;
  for (std::size_t layer = 0; layer < sets.size(); ++layer) {
    const std::size_t size = sets[layer].Count();
    if (size == 0) continue;
    // At most this many documents of other layers are before it, so these come too early anyway.
    const std::size_t others = total - size;
    const std::size_t skip = std::min(size, part.first - std::min(part.first, others));
    to_pass -= skip;
    runs[layer] = slice(layer, Part{.first = skip, .count = part.first + part.count - skip});
  }
  while (picked.size() < part.count) {
    const auto layers = static_cast<std::uint32_t>(sets.size());
    std::uint32_t least = layers;
    for (std::uint32_t layer = 0; layer < layers; ++layer) {
      if (next[layer] == runs[layer].size()) continue;
      if (least == layers ||
          before({layer, runs[layer][next[layer]]}, {least, runs[least][next[least]]})) {
        least = layer;
      }
    }
    if (least == layers) break;
    const Doc doc = runs[least][next[least]++];
    if (to_pass > 0) {
      --to_pass;
    } else {
      picked.push_back({.layer = least, .doc = doc});
    }
  }
  return picked;
}

// Compares documents of different layers by the keys.
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
      const std::strong_ordering order = SortOrder::Compare(order_a, order_a.Rank(a.doc), order_b,
                                                            order_b.Rank(b.doc), key.descending);
      if (order != std::strong_ordering::equal) return order < 0;
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

std::vector<Place> PickRanked(const Layers& layers, const Matches& matches, Part part) {
  const Comparison compare(layers);
  const std::size_t total = Count(matches);
  std::vector<Place> picked;
  picked.reserve(std::min(part.count, total - std::min(total, part.first)));
  for (const LayeredSet& tier : matches.names.tiers) {
    const auto places = Merge(
        tier, {.first = part.first, .count = part.count - picked.size()},
        [&](std::size_t layer, Part of_layer) {
          const NameIndex& names = layers[layer].segment->names();
          return SliceByPreference(names, tier[layer], of_layer.first, of_layer.count);
        },
        [&](const Place& a, const Place& b) { return compare.ByWeight(a, b); });
    picked.insert(picked.end(), places.begin(), places.end());
    if (picked.size() == part.count) break;
    part.first -= std::min(part.first, Count(tier));
  }
  return picked;
}

}  // namespace

std::vector<Place> PickPage(const Layers& layers, const Matches& matches, const PageRequest& page) {
  const auto size = static_cast<std::size_t>(page.size);
  const Part part{.first = static_cast<std::size_t>(page.number) * size, .count = size};
  if (matches.is_ranked) return PickRanked(layers, matches, part);
  const Comparison compare(layers);
  if (page.sort.empty()) {
    return Merge(
        matches.all, part,
        [&](std::size_t layer, Part of_layer) {
          return matches.all[layer].Slice(of_layer.first, of_layer.count);
        },
        [&](const Place& a, const Place& b) { return compare.ByNumber(a, b); });
  }
  return Merge(
      matches.all, part,
      [&](std::size_t layer, Part of_layer) {
        return SliceByKeys(*layers[layer].segment, matches.all[layer], page.sort, of_layer.first,
                           of_layer.count);
      },
      [&](const Place& a, const Place& b) { return compare.ByKeys(a, b, page.sort); });
}

bool ComesBefore(const Layers& layers, const Place& a, const Place& b,
                 std::span<const SortBy> keys) {
  return Comparison(layers).ByKeys(a, b, keys);
}

}  // namespace orgreg::search
