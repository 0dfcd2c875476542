// SPDX-License-Identifier: EUPL-1.2

// Entries of other registers for an entity: the register of non-profit organisations, that of
// political parties, and the land register. Each agrees with the entity's own record. Everything
// follows from (seed, entity). Pure; safe from any thread.

#pragma once

#include <optional>

#include "model/registers/cadastral.h"
#include "model/registers/voluntary.h"
#include "model/unit.h"

namespace orgreg::tools {

// An entry if the entity is in that register; for a few others one that says when it was struck
// off.
std::optional<model::Voluntary> MakeVoluntary(std::uint64_t seed, std::uint64_t entity,
                                              const model::Unit& unit);

// The entry of the register of parties for an entity that is one.
std::optional<model::Unit> MakeParty(const model::Unit& unit);

// The properties of housing cooperatives, farms, those who let property and the like.
std::optional<model::CadastralList> MakeCadastral(std::uint64_t seed, std::uint64_t entity,
                                                  const model::Unit& unit);

}  // namespace orgreg::tools
