// SPDX-License-Identifier: EUPL-1.2

// The roles in one entity: its owners, leaders, auditors and liquidators, according to its form and
// state. Holders are invented people (generate_people.h) and entities of the same register
// (generate_holders.h). An entity has about two and a half groups and three roles.
//
// A list follows from the plan and the entity's own record; nothing is kept from one entity to the
// next. One thread at a time.

#pragma once

#include <utility>
#include <vector>

#include "model/unit.h"
#include "tools/roles/holders.h"
#include "tools/roles/role_profiles.h"
#include "tools/units/plan.h"
#include "tools/values/people.h"

namespace orgreg::tools {

// Roles that are too rare to be left to chance. Each is given to one entity of every register that
// is large enough.
enum class RoleTrait : std::uint8_t {
  kNone,
  kLimitedCapacity,
  kFuturePower,
  kApproved,
  kOnlyDeletedHolder,
  kElectedByB,
  kElectedByC,
  kElectedByStaff,
  kObserver,
  kLargeBoard,
  kEverybodyLeft,
  kBusyInCompany,  // The person with the most roles of all.
  kBusyInClub,
};

class RoleMaker {
 public:
  // `plan` outlives the maker.
  explicit RoleMaker(const Plan& plan);

  // The block of the plan that the next entities are in.
  void BeginBlock(std::uint64_t block, const std::vector<PlannedUnit>& units);

  // Replaces *list. False if the entity has no roles.
  bool Make(const PlannedUnit& planned, const model::Unit& unit, model::RoleList* list) const;

 private:
  RoleTrait TraitOf(std::uint64_t entity) const;

  const Plan& plan_;
  People people_;
  Holders holders_;
  std::vector<const RoleProfile*> profiles_ = {};  // By place among the forms of the lists.
  std::vector<std::pair<std::uint64_t, RoleTrait>> traits_ = {};  // Of the block, by entity.
};

}  // namespace orgreg::tools
