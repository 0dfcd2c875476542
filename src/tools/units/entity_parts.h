// SPDX-License-Identifier: EUPL-1.2

// Members that only entities have, by topic: the registers they are in, insolvency, accounts and
// audit, capital, and the origin of a foreign one. Pure; safe from any thread.

#pragma once

#include "tools/units/unit.h"
#include "tools/values/random.h"

namespace orgreg::tools {

// Foundation, and registration in other registers.
void SetRegisters(const EntityCore& core, Random* random, model::Unit* unit);
void SetInsolvency(const EntityCore& core, Random* random, model::Unit* unit);
// Reads members that SetRegisters has set.
void SetAccounts(const EntityCore& core, Random* random, model::Unit* unit);
void SetCapital(const EntityCore& core, Random* random, model::Unit* unit);
void SetOrigin(const EntityCore& core, Random* random, model::Unit* unit);

}  // namespace orgreg::tools
