// The kinds of records that the register keeps by organisation number, and what each is
// called outside the wire: in commands, batches and names of files. Two kinds are units; the
// others supplement an entity: what else is registered about it. Constants.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace orgreg::model {

// Spec, What the service does, 1: an entity is a top-level unit, a sub-entity always
// belongs to one. The numbers are those of the store's tables: never change one.
enum class Kind : std::uint8_t {
  kEntity,
  kSubEntity,
  kRoles,       // All roles in one entity (spec, Roles).
  kVoluntary,   // An entry in the register of non-profit organisations.
  kParty,       // An entry in the register of political parties.
  kCadastral,   // The cadastral units of one entity.
  kStatements,  // What one organisation has filed of its accounts (model/statements/statements.h).
  kDocuments,   // Which copies of documents there are of one organisation
                // (model/registers/documents.h).
};

struct KindRow {
  Kind kind = Kind::kEntity;
  std::string_view one = {};   // In a batch: "sub-entity".
  std::string_view many = {};  // In commands and names of files: "sub-entities".
};
inline constexpr std::array<KindRow, 8> kKindRows = {{
    {Kind::kEntity, "entity", "entities"},
    {Kind::kSubEntity, "sub-entity", "sub-entities"},
    {Kind::kRoles, "roles", "roles"},
    {Kind::kVoluntary, "voluntary-organisation", "voluntary-organisations"},
    {Kind::kParty, "party", "parties"},
    {Kind::kCadastral, "cadastral-units", "cadastral-units"},
    {Kind::kStatements, "statements", "statements"},
    {Kind::kDocuments, "documents", "documents"},
}};
inline constexpr std::size_t kKindCount = kKindRows.size();

inline constexpr std::array kKinds = {Kind::kEntity,     Kind::kSubEntity, Kind::kRoles,
                                      Kind::kVoluntary,  Kind::kParty,     Kind::kCadastral,
                                      Kind::kStatements, Kind::kDocuments};
inline constexpr std::array kUnitKinds = {Kind::kEntity, Kind::kSubEntity};
inline constexpr std::array kSupplementKinds = {Kind::kRoles,      Kind::kVoluntary,
                                                Kind::kParty,      Kind::kCadastral,
                                                Kind::kStatements, Kind::kDocuments};

constexpr std::size_t IndexOf(Kind kind) { return static_cast<std::size_t>(kind); }
constexpr const KindRow& RowOf(Kind kind) { return kKindRows[IndexOf(kind)]; }
constexpr bool IsUnit(Kind kind) { return kind == Kind::kEntity || kind == Kind::kSubEntity; }

}  // namespace orgreg::model
