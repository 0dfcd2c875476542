// SPDX-License-Identifier: EUPL-1.2

// The layers of one kind (search/segment/layers.h), with the origin of their segments, and the
// rules for merging them. Each layer is at least twice as large as the next, so that there are few
// of them and a change is written only a few times, however many come.
//
// A value for one thread; any thread may use the layers that it returns.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/catalog/segment_maker.h"
#include "search/segment/layers.h"

namespace orgreg::app {

class LayerStack {
 public:
  using Clock = std::chrono::steady_clock;

  // Layers of up to this many records are merged at once, with the next change; larger ones while
  // requests are served.
  static constexpr std::size_t kSmallLayer = 2000;
  // A new layer absorbs those below it unless they are this many times larger. With more there are
  // fewer layers, but a change is written more often.
  static constexpr std::size_t kGrowth = 2;
  // The base absorbs all layers when they reach this share of it.
  static constexpr std::size_t kBaseShare = 32;
  // A layer of up to this many records is made at once, whatever the size of the base: it takes
  // some seconds.
  static constexpr std::size_t kLargestLayer = 100'000;
  // Records removed from publication leave the answers at once, and must leave the base's file
  // within 5 minutes; not at every removal, because a base is expensive.
  static constexpr std::chrono::seconds kRemovalPause{120};

  explicit LayerStack(MadeSegment base);

  const search::Layers& layers() const { return layers_.back(); }
  const KindState& state() const { return segments_.back().until; }
  // True if all of it was made with these code lists (MadeSegment::codes).
  bool IsMadeWith(std::uint64_t codes) const {
    return std::ranges::all_of(segments_,
                               [&](const MadeSegment& made) { return made.codes == codes; });
  }
  // The state is that of another commit with the same contents.
  void MoveTo(const KindState& now) { segments_.back().until = now; }
  // True if a part of it is known to differ from what was written.
  bool is_damaged() const;
  // Checks whether others have changed the files.
  void LookForChange() const;

  // The base is another build's (MadeSegment::is_foreign).
  bool is_foreign() const { return segments_.front().is_foreign; }
  // True if this many changes should go into a new base, while requests are served.
  bool IsTooMany(std::size_t changes) const;
  // True if they do not even become a layer before there is a new base: that is ready as soon.
  bool IsBeyondALayer(std::size_t changes) const;
  // The state from which on a new layer for this many changes absorbs the current ones.
  KindState BeginningOfNext(std::size_t changes) const;
  // Puts a layer into its place; it replaces the layers whose changes it has.
  void PutSegment(MadeSegment made, Clock::time_point now);

  // The beginning of the layer that should be made while requests are served; the empty store's
  // state for a base.
  std::optional<KindState> WantedMerge(Clock::time_point now) const;

 private:
  const search::Segment& Base() const { return *segments_.front().segment; }
  std::size_t CountUpper() const;
  void LaySegment(MadeSegment made);

  std::vector<MadeSegment> segments_;   // By where they begin.
  std::vector<search::Layers> layers_;  // Of the layers up to and with each.
  bool holds_removed_ = false;          // A lower layer has bytes of removed records, or may have.
  Clock::time_point base_made_ = {};
};

}  // namespace orgreg::app
