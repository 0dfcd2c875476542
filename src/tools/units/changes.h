// SPDX-License-Identifier: EUPL-1.2

// Changes a record of a fictional register for an update: one member in most cases, sometimes
// several. Also turns a record, generated as of the day of the inventories, into one that is
// registered later. Pure; safe from any thread.

#pragma once

#include "base/values/date.h"
#include "model/kind.h"
#include "model/roles/roles.h"
#include "tools/units/unit.h"
#include "tools/values/people.h"

namespace orgreg::tools {

// `core` is the entity's own, or that of a sub-entity's superior.
void ChangeEntity(const EntityCore& core, base::Date day, Random* random, model::Unit* unit);
void ChangeSubEntity(const EntityCore& core, base::Date day, Random* random, model::Unit* unit);
void WindUp(base::Date day, model::Unit* unit);

// A live record registered on `day`: all its days move by the same amount, and none of it is old
// yet.
void RegisterOn(model::Kind kind, base::Date day, model::Unit* unit);

// A person joins, leaves or replaces another in one group of a list that is not empty.
void ChangeRoles(const People& people, base::Date day, Random* random, model::RoleList* list);

}  // namespace orgreg::tools
