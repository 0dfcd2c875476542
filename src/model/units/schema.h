// SPDX-License-Identifier: EUPL-1.2

// The schemas of units, made from the field tables (field.h), by which a record is read and
// written. Constants, built at first use; safe from any thread.

#pragma once

#include <string_view>

#include "model/kind.h"
#include "model/schema/schema.h"
#include "model/unit.h"

namespace orgreg::model {

// The members of a record of the kind in that state. A live record's schema also has those that
// only a deleted one has, because the state is only known after reading.
const SchemaOf<Unit>& UnitSchema(Kind kind, State state);

// The relation of the link to the entity above a unit.
inline constexpr std::string_view kSuperiorRelation = "overordnetEnhet";

}  // namespace orgreg::model
