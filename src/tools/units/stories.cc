// SPDX-License-Identifier: EUPL-1.2

#include "tools/units/stories.h"

#include <algorithm>
#include <vector>

namespace orgreg::tools {
namespace {

using enum Deed;

// How many units of a real register have an update in four weeks, in percent.
constexpr double kEntities = 11.4;
constexpr double kSubEntities = 3.6;
constexpr double kRoleLists = 2.2;
// New entities for each 10,000, and the least number of them.
constexpr std::uint64_t kNewPerTenThousand = 54;
constexpr std::uint64_t kFewestNew = 16;
constexpr std::uint64_t kPerNewSubEntity = 4;  // One new entity in so many has one.

struct Plot {
  std::uint64_t weight = 0;
  std::array<Deed, Story::kMostSteps> deeds = {};
};

// Stories of existing units, for some 10,000.
constexpr std::array<Plot, 8> kPlots = {{
    {9630, {kChange}},
    {170, {kChange, kChange}},
    {130, {kDelete}},
    {25, {kWindUp, kDelete}},
    {29, {kRemove}},
    {2, {kRemove, kReinstate}},
    {4, {kDelete, kRegister}},
    {2, {kDelete, kRemove}},
}};
// Stories of new entities. The first entities have one each, so that every register has all.
constexpr std::array<Plot, 6> kNewPlots = {{
    {960, {kRegister}},
    {25, {kRegister, kChange}},
    {6, {kRegister, kDelete}},
    {3, {kRegister, kRemove}},
    {2, {kRegister, kRemove, kReinstate}},
    {2, {kRegister, kDelete, kRegister}},
}};

template <std::size_t size>
const Plot& PickPlot(const std::array<Plot, size>& plots, Random* random) {
  std::vector<std::uint64_t> weights;
  weights.reserve(size);
  for (const Plot& plot : plots) weights.push_back(plot.weight);
  return plots[Weighted(weights).Pick(random)];
}

std::span<const Deed> DeedsOf(const Plot& plot) {
  const auto end = std::ranges::find(plot.deeds, kNone);
  return {plot.deeds.begin(), end};
}

bool IsEnd(Deed deed) { return deed == kDelete || deed == kRemove; }

}  // namespace

bool Story::HasEnd() const { return std::ranges::any_of(steps(), IsEnd, &Step::deed); }

Story Story::Shared() const {
  Story shared;
  for (const Step& step : steps()) {
    if (step.deed != kChange && step.deed != kWindUp) shared.Add(step);
  }
  return shared;
}

Stories::Stories(const Plan& plan)
    : plan_(plan),
      calendar_(plan.seed(), plan.Count(Role::kEntity)),
      new_entities_(std::max(kFewestNew, plan.Count(Role::kEntity) * kNewPerTenThousand / 10'000)) {
}

void Stories::Tell(std::span<const Deed> deeds, int first, Random* random, Story* story) const {
  for (std::size_t i = 0; i < deeds.size(); ++i) {
    // Each step leaves a day for every later one.
    const int end = Calendar::kDays - static_cast<int>(deeds.size() - 1 - i);
    if (first >= end) return;
    const base::Timestamp time = calendar_.Draw(first, end, random);
    story->Add({.deed = deeds[i], .time = time});
    first = Calendar::DayOf(time) + 1;
  }
}

Story Stories::OfEntity(std::uint64_t index) const {
  Random random(plan_.seed(), Stream::kStory, index);
  Story story;
  if (!random.Percent(kEntities)) return story;
  const Plot& plot = PickPlot(kPlots, &random);
  // Others depend on these, so they stay.
  const bool stays = index < plan_.public_bodies() || plan_.IsLarge(index) ||
                     plan_.TraitOf(Role::kEntity, index) != Trait::kNone;
  Tell(DeedsOf(stays ? kPlots.front() : plot), 0, &random, &story);
  return story;
}

Story Stories::Of(const PlannedUnit& unit) const {
  if (unit.role == Role::kEntity) return OfEntity(unit.index);
  if (unit.role != Role::kSubEntity || !unit.parent) return {};
  const Story superior = OfEntity(*unit.parent);
  if (superior.HasEnd()) return superior.Shared();
  Story story;
  Random random(plan_.seed() + 1, Stream::kStory, unit.index);
  if (!random.Percent(kSubEntities)) return story;
  const Plot& plot = PickPlot(kPlots, &random);
  const bool stays = plan_.TraitOf(Role::kSubEntity, unit.index) != Trait::kNone;
  const bool is_wound_up = plot.deeds.front() == kWindUp;  // That is for entities only.
  Tell(DeedsOf(stays || is_wound_up ? kPlots.front() : plot), 0, &random, &story);
  return story;
}

std::optional<base::Timestamp> Stories::RoleChangeOf(std::uint64_t entity) const {
  Random random(plan_.seed() + 2, Stream::kStory, entity);
  if (!random.Percent(kRoleLists) || OfEntity(entity).HasEnd()) return std::nullopt;
  return calendar_.Draw(0, Calendar::kDays, &random);
}

Story Stories::OfNew(std::uint64_t index) const {
  Random random(plan_.seed() + 3, Stream::kStory, index);
  const bool is_given = index < kNewPlots.size();
  const Plot& plot = is_given ? kNewPlots[index] : PickPlot(kNewPlots, &random);
  const base::Timestamp time = calendar_.At(index, new_entities_, &random);
  Story story;
  story.Add({.deed = kRegister, .time = time});
  Tell(DeedsOf(plot).subspan(1), Calendar::DayOf(time) + 1, &random, &story);
  return story;
}

Story Stories::OfNewSubEntity(std::uint64_t index) const {
  const bool has_one = index < kNewPlots.size() || index % kPerNewSubEntity == 0;
  return has_one ? OfNew(index).Shared() : Story();
}

}  // namespace orgreg::tools
