// What an update does to a record of a fictional register: one change of a member in most cases,
// at times several. Also what makes a record, generated as of the day of the inventories, one that
// is registered later. Pure; safe from any thread.

#pragma once

#include "base/values/date.h"
#include "ingest/generate/people.h"
#include "ingest/generate/unit.h"
#include "model/kind.h"
#include "model/roles/roles.h"

namespace orgreg::ingest {

// `core` is the entity's own, or that of a sub-entity's superior.
void ChangeEntity(const EntityCore& core, base::Date day, Random* random, model::Unit* unit);
void ChangeSubEntity(const EntityCore& core, base::Date day, Random* random, model::Unit* unit);
void WindUp(base::Date day, model::Unit* unit);

// A live record registered on `day`: all its days move by as much, and nothing of it is old yet.
void RegisterOn(model::Kind kind, base::Date day, model::Unit* unit);

// Somebody comes, goes or takes the place of another in one group of a list that is not empty.
void ChangeRoles(const People& people, base::Date day, Random* random, model::RoleList* list);

}  // namespace orgreg::ingest
