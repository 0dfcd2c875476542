// SPDX-License-Identifier: EUPL-1.2

#include "app/catalog/layer_stack.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/values/org_number.h"
#include "search/columns/doc_set.h"
#include "search/columns/record_table.h"
#include "store/store.h"

namespace orgreg::app {
namespace {

bool Has(const search::Segment& segment, base::OrgNumber number) {
  return segment.live().Find(number) || segment.deleted().Find(number);
}

// True if `lower` still has a record that is removed in `upper`.
bool HoldsRemoved(const search::Segment& lower, const search::Segment& upper) {
  const search::RecordTable& removed = upper.removed();
  for (std::size_t row = 0; row < removed.size(); ++row) {
    if (Has(lower, removed.Number(static_cast<search::Doc>(row)))) return true;
  }
  return false;
}

}  // namespace

LayerStack::LayerStack(MadeSegment base) { LaySegment(std::move(base)); }

void LayerStack::LaySegment(MadeSegment made) {
  static const search::Layers kNothing;
  holds_removed_ = holds_removed_ || (made.withholds_names && !segments_.empty());
  for (const MadeSegment& lower : segments_) {
    holds_removed_ = holds_removed_ || HoldsRemoved(*lower.segment, *made.segment);
  }
  layers_.push_back(search::LayUpon(layers_.empty() ? kNothing : layers_.back(), made.segment));
  segments_.push_back(std::move(made));
}

std::size_t LayerStack::CountUpper() const {
  std::size_t count = 0;
  for (std::size_t i = 1; i < segments_.size(); ++i) count += segments_[i].segment->record_count();
  return count;
}

bool LayerStack::IsTooMany(std::size_t changes) const {
  return changes > std::max(kSmallLayer, Base().record_count() / kBaseShare);
}

bool LayerStack::IsBeyondALayer(std::size_t changes) const {
  return changes > std::max(kLargestLayer, Base().record_count() / 2);
}

bool LayerStack::is_damaged() const {
  return std::ranges::any_of(segments_,
                             [](const MadeSegment& made) { return made.segment->is_damaged(); });
}

void LayerStack::LookForChange() const {
  for (const MadeSegment& made : segments_) made.segment->LookForChange();
}

KindState LayerStack::BeginningOfNext(std::size_t changes) const {
  std::size_t total = changes;
  std::size_t next = segments_.size();
  while (next > 1) {
    const std::size_t records = segments_[next - 1].segment->record_count();
    if (records >= kGrowth * total || total + records > kSmallLayer) break;
    total += records;
    --next;
  }
  return next == segments_.size() ? state() : segments_[next].since;
}

void LayerStack::PutSegment(MadeSegment made, Clock::time_point now) {
  // If nothing of the kind has changed since it was begun, it is of the present state as well.
  const MadeSegment& base = segments_.front();
  const bool is_base = made.since.commit.value == 0;
  if (is_base && made.until.commit < base.until.commit &&
      made.until.contents == base.until.contents) {
    made.until = base.until;
  }
  const store::CommitId since = made.since.commit;
  const store::CommitId until = made.until.commit;
  const auto covers = [&](const MadeSegment& lower) {
    return lower.since.commit <= since && lower.until.commit >= until &&
           (lower.since.commit < since || lower.until.commit > until);
  };
  // It was begun before the current ones.
  if (std::ranges::any_of(segments_, covers)) return;
  if (since.value == 0) base_made_ = now;
  const auto place = std::ranges::find_if(
      segments_, [&](const MadeSegment& lower) { return lower.since.commit >= since; });
  std::vector<MadeSegment> upper(std::make_move_iterator(place),
                                 std::make_move_iterator(segments_.end()));
  segments_.erase(place, segments_.end());
  layers_.resize(segments_.size());
  holds_removed_ = holds_removed_ && !segments_.empty();
  LaySegment(std::move(made));
  for (MadeSegment& newer : upper) {
    if (newer.until.commit > until) LaySegment(std::move(newer));
  }
}

std::optional<KindState> LayerStack::WantedMerge(Clock::time_point now) const {
  const bool holds_removed = holds_removed_ && now - base_made_ >= kRemovalPause;
  if (is_damaged() || holds_removed || is_foreign() || IsTooMany(CountUpper())) return KindState{};
  std::optional<KindState> wanted;
  std::size_t total = 0;
  for (std::size_t i = segments_.size(); i-- > 1;) {
    const std::size_t records = segments_[i].segment->record_count();
    const bool is_outgrown = total > 0 && records < kGrowth * total;
    total += records;
    if (is_outgrown && total > kSmallLayer) wanted = segments_[i].since;
  }
  return wanted;
}

}  // namespace orgreg::app
