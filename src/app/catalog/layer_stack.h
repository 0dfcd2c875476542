// The levels of one kind, from the base to the newest changes, and when which of them become
// one. Each level is some times larger than the next, so that there are few of them and a
// change is written a few times only, however many come.
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

  // Levels of up to so many records are merged at once, when the next change comes; larger
  // ones beside the serving of requests.
  static constexpr std::size_t kSmallLevel = 2000;
  // A level that is not this many times larger than what lies upon it takes it up.
  static constexpr std::size_t kGrowth = 4;
  // The base takes up all levels when they reach this share of it.
  static constexpr std::size_t kBaseShare = 32;
  // A level of up to so many records is made at once, whatever the size of the base: some seconds.
  static constexpr std::size_t kLargestLevel = 100'000;
  // What was removed from publication is out of the answers at once, and has to be out of the
  // base's file within 5 minutes; not at every removal, because a base is dear.
  static constexpr std::chrono::seconds kRemovalPause{120};

  explicit LayerStack(Level base);

  const search::Layers& layers() const { return layers_.back(); }
  const KindState& state() const { return levels_.back().until; }
  // True where all of it was made with these code lists (Level::codes).
  bool IsMadeWith(std::uint64_t codes) const {
    return std::ranges::all_of(levels_, [&](const Level& level) { return level.codes == codes; });
  }
  // The state is another commit's, with the same contents.
  void MoveTo(const KindState& now) { levels_.back().until = now; }
  // True where a part of it is known not to be what was written.
  bool is_damaged() const;
  // Has the files looked at for what others did to them.
  void LookForChange() const;

  // The base is another build's (Level::is_foreign).
  bool is_foreign() const { return levels_.front().is_foreign; }
  // True where so many changes are better put into a new base, beside the serving of requests.
  bool IsTooMany(std::size_t changes) const;
  // True where they are not even laid upon this base until there is a new one: it is there as soon.
  bool IsBeyondALevel(std::size_t changes) const;
  // From which state on a new level for so many changes takes up what is there.
  KindState BeginningOfNext(std::size_t changes) const;
  // Lays a level into its place; it replaces the levels whose changes it has.
  void Put(Level level, Clock::time_point now);

  // Where the level begins that should be made beside the serving of requests; the empty
  // store's state for a base.
  std::optional<KindState> WantedMerge(Clock::time_point now) const;

 private:
  const search::Segment& Base() const { return *levels_.front().segment; }
  std::size_t CountUpper() const;
  void Lay(Level level);

  std::vector<Level> levels_;           // By where they begin.
  std::vector<search::Layers> layers_;  // Of the levels up to and with each.
  bool holds_removed_ = false;          // A lower level has bytes of removed records, or may have.
  Clock::time_point base_made_ = {};
};

}  // namespace orgreg::app
