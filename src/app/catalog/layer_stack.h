// The layers of one kind (search/segment/layers.h), with what their segments were made of, and when
// which of them become one. Each layer is some times larger than the next, so that there are few of
// them and a change is written a few times only, however many come.
//
// A value for one thread; the layers that it hands out are for any.

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

  // Layers of up to so many records are merged at once, when the next change comes; larger
  // ones while requests are served.
  static constexpr std::size_t kSmallLayer = 2000;
  // A layer that is not this many times larger than what lies upon it takes it up.
  static constexpr std::size_t kGrowth = 4;
  // The base takes up all layers when they reach this share of it.
  static constexpr std::size_t kBaseShare = 32;
  // A layer of up to so many records is made at once, whatever the size of the base: some seconds.
  static constexpr std::size_t kLargestLayer = 100'000;
  // What was removed from publication is out of the answers at once, and has to be out of the
  // base's file within 5 minutes; not at every removal, because a base is dear.
  static constexpr std::chrono::seconds kRemovalPause{120};

  explicit LayerStack(MadeSegment base);

  const search::Layers& layers() const { return layers_.back(); }
  const KindState& state() const { return segments_.back().until; }
  // True where all of it was made with these code lists (MadeSegment::codes).
  bool IsMadeWith(std::uint64_t codes) const {
    return std::ranges::all_of(segments_,
                               [&](const MadeSegment& made) { return made.codes == codes; });
  }
  // The state is another commit's, with the same contents.
  void MoveTo(const KindState& now) { segments_.back().until = now; }
  // True where a part of it is known not to be what was written.
  bool is_damaged() const;
  // Looks whether others have changed the files.
  void LookForChange() const;

  // The base is another build's (MadeSegment::is_foreign).
  bool is_foreign() const { return segments_.front().is_foreign; }
  // True where so many changes are better put into a new base, while requests are served.
  bool IsTooMany(std::size_t changes) const;
  // True where they are not even laid upon this base until there is a new one: it is there as soon.
  bool IsBeyondALayer(std::size_t changes) const;
  // From which state on a new layer for so many changes takes up what is there.
  KindState BeginningOfNext(std::size_t changes) const;
  // Lays a layer into its place; it replaces the layers whose changes it has.
  void PutSegment(MadeSegment made, Clock::time_point now);

  // Where the layer begins that should be made while requests are served; the empty
  // store's state for a base.
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
