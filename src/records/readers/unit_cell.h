// SPDX-License-Identifier: EUPL-1.2

// Reads a cell of a table into a member of a unit. Pure; safe from any thread.

#pragma once

#include <string_view>

#include "model/schema/schema.h"
#include "model/unit.h"
#include "records/readers/problem.h"

namespace orgreg::records {

// Stores a cell, in UTF-8 and not empty, in the member of the row, or returns why it is rejected. A
// cell has one line for each line of the value. For notices a cell only says whether there are any
// (spec, Entity: YES/NO), and no column has a member that is kept as JSON.
Reason SetCell(std::string_view cell, const model::Row& row, model::Unit* unit);

}  // namespace orgreg::records
