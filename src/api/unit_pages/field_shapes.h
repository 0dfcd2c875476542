// SPDX-License-Identifier: EUPL-1.2

// How fields are shown: those of the table web/texts/fields.tsv that name a shape, and all others
// by the type of their value. Constants; safe from any thread.

#pragma once

#include <string_view>

#include "api/unit_pages/field_values.h"
#include "model/units/field.h"

namespace orgreg::api {

// Adds the values that the unit has of the field; none if it has none.
using ShowShape = void (*)(const model::Unit& unit, FieldValues* values);

// Null if there is no such shape.
ShowShape FindShape(std::string_view name);

// A value as its type is written.
void ShowPlain(const model::Field& field, const model::Unit& unit, FieldValues* values);

}  // namespace orgreg::api
