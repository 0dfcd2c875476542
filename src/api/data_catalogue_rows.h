// SPDX-License-Identifier: EUPL-1.2

// What /catalog.ttl says in words: the data sets, and the services with the operations whose
// addresses they have. Constants.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/kind.h"

namespace orgreg::api {

struct Words {
  std::string_view english = {};
  std::string_view norwegian = {};
};

inline constexpr Words kCatalogueTitle = {"The register of legal entities",
                                          "Registeret over enheter"};
inline constexpr Words kCatalogueText = {
    "The data sets of the register, their files and their interfaces.",
    "Datasettene i registeret, med filer og grensesnitt."};

struct DatasetRow {
  model::Kind kind = model::Kind::kEntity;
  std::string_view id = {};
  std::string_view frequency = {};  // How often its files change.
  Words title = {};
  Words text = {};
};
inline constexpr std::array kDatasets = {
    DatasetRow{model::Kind::kEntity,
               "entities",
               "DAILY",
               {"Entities", "Enheter"},
               {"All entities of the register.", "Alle enhetene i registeret."}},
    DatasetRow{model::Kind::kSubEntity,
               "sub-entities",
               "DAILY",
               {"Sub-entities", "Underenheter"},
               {"All sub-entities of the register.", "Alle underenhetene i registeret."}},
    DatasetRow{model::Kind::kRoles,
               "roles",
               "DAILY",
               {"Roles", "Roller"},
               {"The roles of all entities, without identification numbers.",
                "Rollene i alle enhetene, uten identifikasjonsnummer."}},
    DatasetRow{model::Kind::kParty,
               "parties",
               "CONT",
               {"Political parties", "Politiske partier"},
               {"The register of political parties.", "Partiregisteret."}},
    DatasetRow{model::Kind::kVoluntary,
               "voluntary-organisations",
               "CONT",
               {"Voluntary organisations", "Frivillige organisasjoner"},
               {"The register of voluntary organisations.", "Frivillighetsregisteret."}},
};

// What a service serves.
enum class Served : std::uint8_t { kUnits, kEntities, kSubEntities, kRoles };

struct ServiceRow {
  std::string_view operation = {};  // Its address is that of this operation.
  Served serves = Served::kUnits;
  Words title = {};
};
inline constexpr std::array kServices = {
    ServiceRow{"showRoot", Served::kUnits, {"Look-up and search", "Oppslag og søk"}},
    ServiceRow{"listEntityUpdates",
               Served::kEntities,
               {"Updates of entities", "Oppdateringer av enheter"}},
    ServiceRow{"listSubEntityUpdates",
               Served::kSubEntities,
               {"Updates of sub-entities", "Oppdateringer av underenheter"}},
    ServiceRow{"listRoleUpdates", Served::kRoles, {"Updates of roles", "Oppdateringer av roller"}},
};

}  // namespace orgreg::api
