// SPDX-License-Identifier: EUPL-1.2

// The changes of the units of a fictional register in the weeks after its inventories: which ones
// are registered, changed, struck off, removed from publication, and when. Most have one update, a
// few have two or three. Types and numbers of updates are distributed as in the feed of a real
// register.
//
// A story follows from the plan and the unit's place in it; nothing is stored per unit. Constant
// once built; safe from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/values/timestamp.h"
#include "tools/units/plan.h"
#include "tools/values/calendar.h"

namespace orgreg::tools {

enum class Deed : std::uint8_t {
  kNone,
  kRegister,  // For the first time, or again after it was struck off.
  kChange,
  kWindUp,
  kDelete,
  kRemove,
  kReinstate,
};

struct Step {
  Deed deed = Deed::kNone;
  base::Timestamp time = {};
};

// Steps in order of time, each on a later day than the one before.
class Story {
 public:
  static constexpr std::size_t kMostSteps = 3;

  void Add(Step step) { steps_[size_++] = step; }
  std::span<const Step> steps() const { return std::span(steps_).first(size_); }
  // Whether the unit is struck off or removed in it.
  bool HasEnd() const;
  // The part of a superior's story that a sub-entity shares.
  Story Shared() const;

 private:
  std::array<Step, kMostSteps> steps_ = {};
  std::size_t size_ = 0;
};

class Stories {
 public:
  // `plan` outlives the stories.
  explicit Stories(const Plan& plan);

  // Of a live unit of the plan. A sub-entity shares the end of its superior.
  Story Of(const PlannedUnit& unit) const;
  // When the roles in an entity change; most never do in these weeks.
  std::optional<base::Timestamp> RoleChangeOf(std::uint64_t entity) const;

  // Entities that the plan does not have are registered in these weeks, the first one first.
  std::uint64_t new_entities() const { return new_entities_; }
  Story OfNew(std::uint64_t index) const;
  // Of the sub-entity that is registered together with the new entity; some have none.
  Story OfNewSubEntity(std::uint64_t index) const;

 private:
  Story OfEntity(std::uint64_t index) const;
  // Adds the deeds from day `first` on, as far as the weeks reach.
  void Tell(std::span<const Deed> deeds, int first, Random* random, Story* story) const;

  const Plan& plan_;
  Calendar calendar_;
  std::uint64_t new_entities_ = 0;
};

}  // namespace orgreg::tools
