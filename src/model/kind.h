// SPDX-License-Identifier: EUPL-1.2

// The kinds of records that the register keeps by organisation number. Each kind is a row: its
// names outside the wire (in commands, batches, the store and file names) and its behaviour. Two
// kinds are units; the others supplement an entity with what else is registered about it.
// Constants.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace orgreg::model {

// Spec, What the service does, 1: an entity is a top-level unit, a sub-entity always belongs to
// one. The numbers identify the store's tables: never change one.
enum class Kind : std::uint8_t {
  kEntity,
  kSubEntity,
  kRoles,       // All roles in one entity (spec, Roles).
  kVoluntary,   // An entry in the register of non-profit organisations.
  kParty,       // An entry in the register of political parties.
  kCadastral,   // The cadastral units of one entity.
  kStatements,  // The accounts that one organisation has filed (model/statements/statements.h).
  kDocuments,   // The copies of documents that exist for one organisation
                // (model/registers/documents.h).
};

enum class KindShape : std::uint8_t {
  kUnit,
  kSupplement,
  // A supplement whose records name other organisations; the store finds the records by these.
  kNamingSupplement,
};

struct KindRow {
  Kind kind = Kind::kEntity;
  KindShape shape = KindShape::kSupplement;
  std::string_view one = {};    // In batches: "sub-entity".
  std::string_view many = {};   // In commands and file names: "sub-entities".
  std::string_view table = {};  // In the store: never change one.
};
// In the order of the kinds' numbers, units first.
inline constexpr auto kKindRows = std::to_array<KindRow>({
    {Kind::kEntity, KindShape::kUnit, "entity", "entities", "entity"},
    {Kind::kSubEntity, KindShape::kUnit, "sub-entity", "sub-entities", "sub_entity"},
    {Kind::kRoles, KindShape::kNamingSupplement, "roles", "roles", "roles"},
    {Kind::kVoluntary, KindShape::kSupplement, "voluntary-organisation", "voluntary-organisations",
     "voluntary"},
    {Kind::kParty, KindShape::kSupplement, "party", "parties", "party"},
    {Kind::kCadastral, KindShape::kSupplement, "cadastral-units", "cadastral-units", "cadastral"},
    {Kind::kStatements, KindShape::kSupplement, "statements", "statements", "statements"},
    {Kind::kDocuments, KindShape::kSupplement, "documents", "documents", "documents"},
});
inline constexpr std::size_t kKindCount = kKindRows.size();

// All kinds in the order of their numbers.
inline constexpr auto kKinds = [] {
  std::array<Kind, kKindCount> kinds = {};
  for (std::size_t at = 0; at < kKindCount; ++at) kinds[at] = kKindRows[at].kind;
  return kinds;
}();
inline constexpr std::size_t kUnitKindCount = [] {
  std::size_t count = 0;
  while (kKindRows[count].shape == KindShape::kUnit) ++count;
  return count;
}();
inline constexpr std::span kUnitKinds = std::span(kKinds).first<kUnitKindCount>();
inline constexpr std::span kSupplementKinds = std::span(kKinds).subspan<kUnitKindCount>();

constexpr std::size_t IndexOf(Kind kind) { return static_cast<std::size_t>(kind); }
constexpr const KindRow& RowOf(Kind kind) { return kKindRows[IndexOf(kind)]; }
constexpr bool IsUnit(Kind kind) { return IndexOf(kind) < kUnitKindCount; }
constexpr bool NamesOthers(Kind kind) { return RowOf(kind).shape == KindShape::kNamingSupplement; }

static_assert([] {
  for (std::size_t at = 0; at < kKindCount; ++at) {
    const KindRow& row = kKindRows[at];
    if (IndexOf(row.kind) != at) return false;
    if (IsUnit(row.kind) != (row.shape == KindShape::kUnit)) return false;
  }
  return true;
}());

}  // namespace orgreg::model
