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

// True where `lower` still has a record that is removed in `upper`.
bool HoldsRemoved(const search::Segment& lower, const search::Segment& upper) {
  const search::RecordTable& removed = upper.removed();
  for (std::size_t row = 0; row < removed.size(); ++row) {
    if (Has(lower, removed.Number(static_cast<search::Doc>(row)))) return true;
  }
  return false;
}

}  // namespace

LayerStack::LayerStack(Level base) { Lay(std::move(base)); }

void LayerStack::Lay(Level level) {
  static const search::Layers kNothing;
  holds_removed_ = holds_removed_ || (level.withholds_names && !levels_.empty());
  for (const Level& lower : levels_) {
    holds_removed_ = holds_removed_ || HoldsRemoved(*lower.segment, *level.segment);
  }
  layers_.push_back(search::LayUpon(layers_.empty() ? kNothing : layers_.back(), level.segment));
  levels_.push_back(std::move(level));
}

std::size_t LayerStack::CountUpper() const {
  std::size_t count = 0;
  for (std::size_t i = 1; i < levels_.size(); ++i) count += levels_[i].segment->record_count();
  return count;
}

bool LayerStack::IsTooMany(std::size_t changes) const {
  return changes > std::max(kSmallLevel, Base().record_count() / kBaseShare);
}

bool LayerStack::IsBeyondALevel(std::size_t changes) const {
  return changes > std::max(kLargestLevel, Base().record_count() / 2);
}

bool LayerStack::is_damaged() const {
  return std::ranges::any_of(levels_,
                             [](const Level& level) { return level.segment->is_damaged(); });
}

void LayerStack::LookForChange() const {
  for (const Level& level : levels_) level.segment->LookForChange();
}

KindState LayerStack::BeginningOfNext(std::size_t changes) const {
  std::size_t total = changes;
  std::size_t next = levels_.size();
  while (next > 1) {
    const std::size_t records = levels_[next - 1].segment->record_count();
    if (records >= kGrowth * total || total + records > kSmallLevel) break;
    total += records;
    --next;
  }
  return next == levels_.size() ? state() : levels_[next].since;
}

void LayerStack::Put(Level level, Clock::time_point now) {
  // Where nothing of the kind has changed since it was begun, it is of the present state as well.
  const Level& base = levels_.front();
  const bool is_base = level.since.commit.value == 0;
  if (is_base && level.until.commit < base.until.commit &&
      level.until.contents == base.until.contents) {
    level.until = base.until;
  }
  const store::CommitId since = level.since.commit;
  const store::CommitId until = level.until.commit;
  const auto covers = [&](const Level& lower) {
    return lower.since.commit <= since && lower.until.commit >= until &&
           (lower.since.commit < since || lower.until.commit > until);
  };
  // It was begun before what is there now.
  if (std::ranges::any_of(levels_, covers)) return;
  if (since.value == 0) base_made_ = now;
  const auto place = std::ranges::find_if(
      levels_, [&](const Level& lower) { return lower.since.commit >= since; });
  std::vector<Level> upper(std::make_move_iterator(place), std::make_move_iterator(levels_.end()));
  levels_.erase(place, levels_.end());
  layers_.resize(levels_.size());
  holds_removed_ = holds_removed_ && !levels_.empty();
  Lay(std::move(level));
  for (Level& newer : upper) {
    if (newer.until.commit > until) Lay(std::move(newer));
  }
}

std::optional<KindState> LayerStack::WantedMerge(Clock::time_point now) const {
  const bool holds_removed = holds_removed_ && now - base_made_ >= kRemovalPause;
  if (is_damaged() || holds_removed || is_foreign() || IsTooMany(CountUpper())) return KindState{};
  std::optional<KindState> wanted;
  std::size_t total = 0;
  for (std::size_t i = levels_.size(); i-- > 1;) {
    const std::size_t records = levels_[i].segment->record_count();
    const bool is_outgrown = total > 0 && records < kGrowth * total;
    total += records;
    if (is_outgrown && total > kSmallLevel) wanted = levels_[i].since;
  }
  return wanted;
}

}  // namespace orgreg::app
