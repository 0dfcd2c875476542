// SPDX-License-Identifier: EUPL-1.2

// The plan of a fictional register: the place of each unit in the number series, the form of each
// entity, the superior of each sub-entity, and the units with traits that are too rare to be left
// to chance. Everything follows from (size, seed); nothing is stored per unit, so that any unit can
// be found and made again. Constant once built; safe from any thread.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tools/values/lists.h"
#include "tools/values/series.h"

namespace orgreg::tools {

enum class Role : std::uint8_t {
  kEntity,
  kSubEntity,
  kDeletedEntity,
  kDeletedSubEntity,
  kRemovedEntity,
  kRemovedSubEntity,
  kRemovedSuperior,  // A removed entity that live sub-entities still name.
};
inline constexpr std::size_t kUnitRoles = 7;
constexpr bool IsEntity(Role role) {
  return role != Role::kSubEntity && role != Role::kDeletedSubEntity &&
         role != Role::kRemovedSubEntity;
}

// Traits that would be too rare otherwise. Each but kNone is given to one unit of every register
// that is large enough.
enum class Trait : std::uint8_t {
  kNone,
  kReconstruction,
  kForeignInsolvency,
  kBankrupt,
  kWindingUp,
  kLiquidatedUndeleted,
  kDissolvedNoManager,
  kDissolvedNoAuditor,
  kDissolvedNoAccounts,
  kDissolvedIncompleteBoard,
  kParty,
  kRestrictedCapital,
  kManyShares,
  kThreeIndustries,
  kVoluntaryVat,
  kHelperUnit,
  kManyFormerNames,
  kNotices,
  kDeletedSuperior,
  kLineBreakInText,
  kForeignRegister,
  kPostalAbroad,
  kVatRegister,
  kOwnerChange,
  kContact,
};

// One unit of a block.
struct PlannedUnit {
  Role role = Role::kEntity;
  std::uint64_t index = 0;  // Among the units of its role.
  std::uint64_t serial = 0;
  // Of a sub-entity: its superior, as an entity if that is live.
  std::optional<std::uint64_t> parent = {};
  std::uint64_t parent_serial = 0;

  std::uint64_t order = 0;  // Its place among the units of the block.
};

class Plan {
 public:
  // `entities` from 1 to kMaxGeneratedEntities.
  Plan(std::uint64_t entities, std::uint64_t seed);

  std::uint64_t seed() const { return seed_; }
  std::uint64_t Count(Role role) const { return counts_[static_cast<std::size_t>(role)]; }
  const NumberSeries& series() const { return series_; }

  // A block is a stretch of the series with its share of every role.
  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t FirstSerial(std::uint64_t block) const;
  // Replaces *units by the block's, in order of serial.
  void FillBlock(std::uint64_t block, std::vector<PlannedUnit>* units) const;

  // The serial of one unit. It fills the whole block: use it for few units only.
  std::uint64_t SerialOf(Role role, std::uint64_t index) const;

  const FormProfile& FormOf(std::uint64_t entity) const;
  Trait TraitOf(Role role, std::uint64_t index) const;
  // Entities with sub-entities by the hundred.
  bool IsLarge(std::uint64_t entity) const { return large_rank_.contains(entity); }

  // Public bodies have the first indexes: municipalities, each a different one, then counties, then
  // bodies of the state.
  std::uint64_t municipalities() const { return municipalities_; }
  std::uint64_t counties() const { return counties_; }
  std::uint64_t state_bodies() const { return state_bodies_; }
  std::uint64_t public_bodies() const { return municipalities_ + counties_ + state_bodies_; }
  // Number of a public body, by index.
  base::OrgNumber PublicNumber(std::uint64_t entity) const { return public_numbers_[entity]; }
  // Number of the municipality that has been deleted, the first of the deleted entities.
  base::OrgNumber DeletedSuperior() const { return deleted_superior_; }

 private:
  std::uint64_t First(Role role, std::uint64_t block) const;
  void CountRoles(std::uint64_t entities);
  void PlacePublicBodies();
  void PlaceLargeEntities();
  void AssignParents(std::uint64_t block, std::vector<PlannedUnit>* units) const;
  std::vector<const PlannedUnit*> LikelyParents(const std::vector<PlannedUnit>& units) const;
  bool AssignFarParent(std::uint64_t block, PlannedUnit* sub_entity) const;
  std::optional<std::uint64_t> SpecialOf(Role role, std::uint64_t index) const;

  std::uint64_t seed_ = 0;
  std::array<std::uint64_t, kUnitRoles> counts_ = {};
  std::uint64_t blocks_ = 0;
  NumberSeries series_;
  std::uint64_t municipalities_ = 0;
  std::uint64_t counties_ = 0;
  std::uint64_t state_bodies_ = 0;
  std::vector<base::OrgNumber> public_numbers_ = {};
  base::OrgNumber deleted_superior_ = {};
  std::vector<std::uint64_t> large_ = {};          // By rank.
  std::vector<std::uint64_t> large_serials_ = {};  // By rank.
  Weighted large_weights_ = {};
  std::unordered_map<std::uint64_t, std::size_t> large_rank_ = {};
  std::vector<std::uint64_t> removed_superior_serials_ = {};
};

}  // namespace orgreg::tools
