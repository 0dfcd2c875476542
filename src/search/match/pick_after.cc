// SPDX-License-Identifier: EUPL-1.2

// Each layer gives its first matches after the position, and the layers are merged. In a layer, the
// position becomes a bound: for each key the step of its value in a walk along the key's order.

#include "search/match/pick_after.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>

#include "search/columns/doc_set.h"
#include "search/match/pick_page.h"
#include "search/match/segment_order.h"

namespace orgreg::search {
namespace {

// The documents of one segment that come after a position.
class Bound {
 public:
  Bound(const Segment& segment, const RecordOrder& order)
      : segment_(segment),
        keys_(order.keys),
        first_doc_(static_cast<Doc>(segment.live().CountUpTo(order.after->number))) {
    for (std::size_t key = 0; key < keys_.size(); ++key) {
      places_.push_back(
          segment.sort_order(keys_[key].key).Find(order.after->values[key], keys_[key].descending));
    }
  }

  // True if the document comes after the position.
  bool IsBefore(Doc doc) const {
    for (std::size_t key = 0; key < keys_.size(); ++key) {
      const SortBy& by = keys_[key];
      const std::uint32_t step = segment_.sort_order(by.key).StepOf(doc, by.descending);
      if (step != places_[key].step) return step > places_[key].step;
      // The run at the place comes after the value, unless it has the value itself.
      if (!places_[key].has_value) return true;
    }
    return doc >= first_doc_;
  }

  // Documents with a lesser number come before it, if there are no keys.
  Doc first_doc() const { return first_doc_; }
  // The number of documents that come before the first key's value.
  std::size_t first_place() const { return places_.front().first; }

 private:
  const Segment& segment_;
  std::span<const SortBy> keys_;
  Doc first_doc_;
  std::vector<SortOrder::Place> places_;
};

// Walks the first key's order from the bound on.
class WalkAfter {
 public:
  WalkAfter(const Segment& segment, const DocSet& matches, const RecordOrder& order)
      : segment_(segment),
        matches_(matches),
        first_key_(order.keys.front()),
        others_(order.keys.subspan(1)),
        bound_(segment, order) {}

  std::vector<Doc> Take(std::size_t count) && {
    count_ = count;
    bool is_first = true;
    segment_.sort_order(first_key_.key)
        .WalkRuns(first_key_.descending, bound_.first_place(),
                  [&](std::span<const Doc> run, std::size_t /*before*/) {
                    TakeRun(run, std::exchange(is_first, false));
                    return picked_.size() < count_;
                  });
    return std::move(picked_);
  }

 private:
  void TakeRun(std::span<const Doc> run, bool may_be_before) {
    std::vector<Doc> here;
    const std::size_t most = others_.empty() ? count_ - picked_.size() : run.size();
    for (const Doc doc : run) {
      if (here.size() == most) break;
      if (!matches_.Contains(doc) || (may_be_before && !bound_.IsBefore(doc))) continue;
      here.push_back(doc);
    }
    if (!others_.empty() && here.size() > 1) {
      here = SliceByKeys(segment_, DocSet::FromList(segment_.size(), std::move(here)), others_, 0,
                         count_ - picked_.size());
    }
    picked_.insert(picked_.end(), here.begin(), here.end());
  }

  const Segment& segment_;
  const DocSet& matches_;
  SortBy first_key_;
  std::span<const SortBy> others_;
  Bound bound_;
  std::size_t count_ = 0;
  std::vector<Doc> picked_;
};

std::vector<Doc> TakeFrom(const Segment& segment, const DocSet& matches, const RecordOrder& order,
                          std::size_t count) {
  const bool is_sorted = !order.keys.empty();
  if (order.after == nullptr) {
    return is_sorted ? SliceByKeys(segment, matches, order.keys, 0, count)
                     : matches.Slice(0, count);
  }
  if (!is_sorted) {
    const Doc first = Bound(segment, order).first_doc();
    return matches.Slice(matches.CountBelow(first), count);
  }
  if (matches.is_dense()) return WalkAfter(segment, matches, order).Take(count);
  DocSet after = matches;
  after.Filter([bound = Bound(segment, order)](Doc doc) { return bound.IsBefore(doc); });
  return SliceByKeys(segment, after, order.keys, 0, count);
}

}  // namespace

std::vector<Place> PickAfter(const Layers& layers, const LayeredSet& matches,
                             const RecordOrder& order, std::size_t count) {
  assert(order.after == nullptr || order.after->values.size() == order.keys.size());
  std::vector<Place> picked;
  for (std::uint32_t layer = 0; layer < layers.size(); ++layer) {
    if (matches[layer].Count() == 0) continue;
    const auto middle = static_cast<std::ptrdiff_t>(picked.size());
    for (const Doc doc : TakeFrom(*layers[layer].segment, matches[layer], order, count)) {
      picked.push_back({.layer = layer, .doc = doc});
    }
    std::inplace_merge(
        picked.begin(), picked.begin() + middle, picked.end(),
        [&](const Place& a, const Place& b) { return ComesBefore(layers, a, b, order.keys); });
    picked.resize(std::min(picked.size(), count));
  }
  return picked;
}

Position PositionOf(const Layers& layers, const Place& place, std::span<const SortBy> keys) {
  const Segment& segment = *layers[place.layer].segment;
  Position position{.number = segment.live().Number(place.doc)};
  for (const SortBy& by : keys) {
    position.values.push_back(segment.sort_order(by.key).ValueOf(place.doc));
  }
  return position;
}

}  // namespace orgreg::search
