// SPDX-License-Identifier: EUPL-1.2

// The series is cut into blocks, each with its share of every role. Within a block units are
// ordered by a random number, and sub-entities get a parent. Public bodies, large entities and
// special traits have fixed places.

#include "tools/units/plan.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>
#include <utility>

namespace orgreg::tools {
namespace {

// Entities of a full block; the other roles get a proportional number.
constexpr std::uint64_t kBlockEntities = 64;

// A real register of 2026 has 854,499 sub-entities for 1,171,373 entities.
constexpr std::uint64_t kRealEntities = 1'171'373;
constexpr std::uint64_t kRealSubEntities = 854'499;
// Shares of the live units, one in n, and the least number.
constexpr std::uint64_t kPerDeleted = 33;
constexpr std::uint64_t kFewestDeleted = 20;
constexpr std::uint64_t kPerRemoved = 333;
constexpr std::uint64_t kFewestRemoved = 5;
constexpr std::uint64_t kPerRemovedSuperior = 250;
constexpr std::uint64_t kFewestRemovedSuperiors = 3;

// A register smaller than this has no public bodies of its own and no large entities.
constexpr std::uint64_t kSmallRegister = 1000;
constexpr std::uint64_t kPerLargeEntity = 1500;
constexpr std::uint64_t kMostLargeEntities = 3000;

constexpr double kRemovedParents = 0.5;  // Percent of sub-entities.
constexpr double kLargeParents = 8.0;
constexpr double kSecondSubEntities = 2.0;

struct SpecialEntity {
  Trait trait = Trait::kNone;
  std::string_view form = {};
};
constexpr std::array<SpecialEntity, 24> kSpecialEntities = {{
    {Trait::kReconstruction, "AS"},
    {Trait::kForeignInsolvency, "NUF"},
    {Trait::kBankrupt, "AS"},
    {Trait::kWindingUp, "AS"},
    {Trait::kLiquidatedUndeleted, "AS"},
    {Trait::kDissolvedNoManager, "ASA"},
    {Trait::kDissolvedNoAuditor, "AS"},
    {Trait::kDissolvedNoAccounts, "AS"},
    {Trait::kDissolvedIncompleteBoard, "AS"},
    {Trait::kParty, "FLI"},
    {Trait::kRestrictedCapital, "STI"},
    {Trait::kManyShares, "AS"},
    {Trait::kThreeIndustries, "AS"},
    {Trait::kVoluntaryVat, "AS"},
    {Trait::kHelperUnit, "AS"},
    {Trait::kManyFormerNames, "AS"},
    {Trait::kNotices, "AS"},
    {Trait::kDeletedSuperior, "ORGL"},
    {Trait::kLineBreakInText, "AS"},
    {Trait::kForeignRegister, "UTLA"},
    {Trait::kForeignRegister, "NUF"},
    {Trait::kPostalAbroad, "NUF"},
    {Trait::kVatRegister, "AS"},
    {Trait::kContact, "AS"},
}};
constexpr std::array<Trait, 8> kSpecialSubEntities = {
    Trait::kThreeIndustries, Trait::kVoluntaryVat, Trait::kVatRegister,  Trait::kHelperUnit,
    Trait::kOwnerChange,     Trait::kContact,      Trait::kPostalAbroad, Trait::kManyFormerNames,
};

std::uint64_t ScaledToReal(std::uint64_t real_count, std::uint64_t entities) {
  return (real_count * entities + kRealEntities / 2) / kRealEntities;
}

std::uint64_t AtLeast(std::uint64_t fewest, std::uint64_t count) { return std::max(fewest, count); }

}  // namespace

Plan::Plan(std::uint64_t entities, std::uint64_t seed) : seed_(seed), series_(seed, 0) {
  CountRoles(entities);
  blocks_ = (entities + kBlockEntities - 1) / kBlockEntities;
  series_ = NumberSeries(seed, std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}));
  PlacePublicBodies();
  PlaceLargeEntities();
  for (std::uint64_t i = 0; i < Count(Role::kRemovedSuperior); ++i) {
    removed_superior_serials_.push_back(SerialOf(Role::kRemovedSuperior, i));
  }
}

void Plan::CountRoles(std::uint64_t entities) {
  const std::uint64_t sub_entities = ScaledToReal(kRealSubEntities, entities);
  const auto set = [this](Role role, std::uint64_t count) {
    counts_[static_cast<std::size_t>(role)] = count;
  };
  set(Role::kEntity, entities);
  set(Role::kSubEntity, sub_entities);
  set(Role::kDeletedEntity, AtLeast(kFewestDeleted, entities / kPerDeleted));
  set(Role::kDeletedSubEntity, AtLeast(kFewestDeleted, sub_entities / kPerDeleted));
  set(Role::kRemovedEntity, AtLeast(kFewestRemoved, entities / kPerRemoved));
  set(Role::kRemovedSubEntity, AtLeast(kFewestRemoved, sub_entities / kPerRemoved));
  set(Role::kRemovedSuperior, AtLeast(kFewestRemovedSuperiors, sub_entities / kPerRemovedSuperior));
}

std::uint64_t Plan::First(Role role, std::uint64_t block) const {
  return block * Count(role) / blocks_;
}

std::uint64_t Plan::FirstSerial(std::uint64_t block) const {
  std::uint64_t first = 0;
  for (std::size_t role = 0; role < kUnitRoles; ++role)
    first += First(static_cast<Role>(role), block);
  return first;
}

void Plan::FillBlock(std::uint64_t block, std::vector<PlannedUnit>* units) const {
  units->clear();
  for (std::size_t i = 0; i < kUnitRoles; ++i) {
    const Role role = static_cast<Role>(i);
    for (std::uint64_t at = First(role, block); at < First(role, block + 1); ++at) {
      // Half the range, so that a sub-entity has room after its parent.
      const std::uint64_t order = Random(seed_ + i, Stream::kOrder, at).Next() >> 1U;
      units->push_back({.role = role, .index = at, .order = order});
    }
  }
  AssignParents(block, units);
  std::ranges::sort(*units, [](const PlannedUnit& a, const PlannedUnit& b) {
    return std::tie(a.order, a.role, a.index) < std::tie(b.order, b.role, b.index);
  });
  const std::uint64_t first_entity = First(Role::kEntity, block);
  std::vector<std::uint64_t> serials(First(Role::kEntity, block + 1) - first_entity);
  std::uint64_t serial = FirstSerial(block);
  for (PlannedUnit& unit : *units) {
    unit.serial = serial++;
    if (unit.role == Role::kEntity) serials[unit.index - first_entity] = unit.serial;
  }
  for (PlannedUnit& unit : *units) {
    const bool parent_is_here = unit.parent && *unit.parent - first_entity < serials.size();
    if (parent_is_here) unit.parent_serial = serials[*unit.parent - first_entity];
  }
}

// Most sub-entities belong to an entity of the same block, registered a little earlier.
void Plan::AssignParents(std::uint64_t block, std::vector<PlannedUnit>* units) const {
  const std::vector<const PlannedUnit*> parents = LikelyParents(*units);
  std::size_t next = 0;
  for (PlannedUnit& unit : *units) {
    if (unit.role != Role::kSubEntity || AssignFarParent(block, &unit)) continue;
    Random random(seed_, Stream::kParent, unit.index);
    const bool second = random.Percent(kSecondSubEntities);
    const PlannedUnit& parent =
        *parents[second ? random.Below(next + 1) % parents.size() : next++ % parents.size()];
    unit.parent = parent.index;
    unit.order =
        parent.order + random.Below(std::uint64_t{1} << 32U) * (parent.order >> 32U) / 2 + 1;
  }
}

// A sub-entity of a large entity, or of one that has been removed. False if neither applies.
bool Plan::AssignFarParent(std::uint64_t block, PlannedUnit* sub_entity) const {
  Random random(seed_ + 1, Stream::kParent, sub_entity->index);
  const bool every_register_has_one = sub_entity->index == 0;
  if (every_register_has_one || random.Percent(kRemovedParents)) {
    const std::uint64_t which = random.Below(Count(Role::kRemovedSuperior));
    // While the serials are being looked up, some are not known yet, and none is needed.
    const bool is_known = which < removed_superior_serials_.size();
    if (is_known) sub_entity->parent_serial = removed_superior_serials_[which];
    return true;
  }
  if (large_.empty() || !random.Percent(kLargeParents)) return false;
  const std::size_t rank = large_weights_.Pick(&random);
  const bool is_earlier = large_[rank] < First(Role::kEntity, block);
  if (!is_earlier) return false;
  sub_entity->parent = large_[rank];
  if (!large_serials_.empty()) sub_entity->parent_serial = large_serials_[rank];
  return true;
}

// The entities of a block in the order in which they get a sub-entity.
std::vector<const PlannedUnit*> Plan::LikelyParents(const std::vector<PlannedUnit>& units) const {
  std::vector<const PlannedUnit*> likely;
  std::vector<const PlannedUnit*> others;
  for (const PlannedUnit& unit : units) {
    if (unit.role != Role::kEntity) continue;
    const double share = FormOf(unit.index).sub_entity;
    const bool wants_one = Random(seed_ + 2, Stream::kParent, unit.index).Percent(share);
    (wants_one ? likely : others).push_back(&unit);
  }
  std::ranges::sort(others, std::ranges::greater(), [this](const PlannedUnit* unit) {
    return std::pair(FormOf(unit->index).sub_entity, unit->index);
  });
  std::ranges::sort(likely, {}, &PlannedUnit::order);
  likely.insert(likely.end(), others.begin(), others.end());
  return likely;
}

std::uint64_t Plan::SerialOf(Role role, std::uint64_t index) const {
  // The last block that begins at or before the index.
  const std::uint64_t block = ((index + 1) * blocks_ - 1) / Count(role);
  std::vector<PlannedUnit> units;
  FillBlock(block, &units);
  for (const PlannedUnit& unit : units) {
    if (unit.role == role && unit.index == index) return unit.serial;
  }
  assert(false);
  return 0;
}

void Plan::PlacePublicBodies() {
  const Lists& lists = GetLists();
  const std::uint64_t entities = Count(Role::kEntity);
  if (entities >= kSmallRegister) {
    const auto count = [entities](const FormProfile* form, std::uint64_t most) {
      return std::clamp<std::uint64_t>(ScaledToReal(form->weight, entities), 3, most);
    };
    municipalities_ = count(lists.municipality_form, lists.municipalities.size());
    counties_ = count(lists.county_form, lists.county_form->weight);
    state_bodies_ = count(lists.state_form, lists.words.ministry.size());
  }
  for (std::uint64_t i = 0; i < public_bodies(); ++i) {
    public_numbers_.push_back(series_.Number(SerialOf(Role::kEntity, i)));
  }
  deleted_superior_ = series_.Number(SerialOf(Role::kDeletedEntity, 0));
}

void Plan::PlaceLargeEntities() {
  const std::uint64_t entities = Count(Role::kEntity);
  if (entities < kSmallRegister) return;
  const std::uint64_t wanted =
      std::clamp<std::uint64_t>(entities / kPerLargeEntity, 3, kMostLargeEntities);
  // They are among the oldest, so that most sub-entities are younger.
  constexpr std::uint64_t kOldest = 10;
  const std::string_view form = "AS";
  Random random(seed_ + 3, Stream::kParent, 0);
  std::vector<std::uint64_t> weights;
  std::vector<std::uint64_t> chosen;
  while (chosen.size() < wanted) {
    const std::uint64_t entity = random.Below(entities / kOldest);
    const bool is_new = std::ranges::find(chosen, entity) == chosen.end();
    const bool is_ordinary = TraitOf(Role::kEntity, entity) == Trait::kNone;
    if (!is_new || !is_ordinary || FormOf(entity).form->code != form) continue;
    chosen.push_back(entity);
    // Falls as the square root of the rank, nearly.
    constexpr std::uint64_t kScale = 1'000'000;
    std::uint64_t root = 1;
    while ((root + 1) * (root + 1) <= chosen.size() * kScale) ++root;
    weights.push_back(kScale * kScale / root);
  }
  large_weights_ = Weighted(weights);
  for (std::size_t rank = 0; rank < chosen.size(); ++rank) large_rank_.emplace(chosen[rank], rank);
  large_ = std::move(chosen);
  std::vector<std::uint64_t> serials;
  serials.reserve(large_.size());
  for (const std::uint64_t entity : large_) serials.push_back(SerialOf(Role::kEntity, entity));
  large_serials_ = std::move(serials);
}

// Units with special traits are spread evenly along the series, after the public bodies.
std::optional<std::uint64_t> Plan::SpecialOf(Role role, std::uint64_t index) const {
  const bool is_entity = role == Role::kEntity;
  const std::uint64_t skipped = is_entity ? public_bodies() : 1;
  const std::uint64_t specials =
      is_entity ? kSpecialEntities.size() + GetLists().forms.size() : kSpecialSubEntities.size();
  if (index < skipped || Count(role) - skipped < specials) return std::nullopt;
  const std::uint64_t step = (Count(role) - skipped) / specials;
  const std::uint64_t which = (index - skipped) / step;
  if ((index - skipped) % step != 0 || which >= specials) return std::nullopt;
  return which;
}

const FormProfile& Plan::FormOf(std::uint64_t entity) const {
  const Lists& lists = GetLists();
  if (entity < municipalities_) return *lists.municipality_form;
  if (entity < municipalities_ + counties_) return *lists.county_form;
  if (entity < public_bodies()) return *lists.state_form;
  if (const auto special = SpecialOf(Role::kEntity, entity)) {
    if (*special < kSpecialEntities.size()) return ProfileOf(kSpecialEntities[*special].form);
    const FormProfile& form = lists.forms[*special - kSpecialEntities.size()];
    const bool is_placed =
        &form == lists.municipality_form || &form == lists.county_form || &form == lists.state_form;
    if (!is_placed) return form;
  }
  Random random(seed_, Stream::kForm, entity);
  return lists.forms[lists.form_weights.Pick(&random)];
}

Trait Plan::TraitOf(Role role, std::uint64_t index) const {
  const auto special = SpecialOf(role, index);
  if (!special) return Trait::kNone;
  if (role == Role::kSubEntity) return kSpecialSubEntities[*special];
  if (role != Role::kEntity || *special >= kSpecialEntities.size()) return Trait::kNone;
  return kSpecialEntities[*special].trait;
}

}  // namespace orgreg::tools
