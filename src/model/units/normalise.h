// SPDX-License-Identifier: EUPL-1.2

// One normal form for what sources write in several ways. A record is normalised when it is read;
// version 1 is made from the normal form on request. Members that a source left out are filled in
// when the record is read from the source, not from the store. Pure functions.

#pragma once

#include "model/unit.h"

namespace orgreg::model {

// Makes a record as version 2 has it: a number of employees below five is reduced to "has any"
// (spec, Versioning); an industrial code marked as helper-unit code moves to helper_unit; a deleted
// or removed record keeps only the members of its reduced form.
void Normalise(Kind kind, Unit* unit);

// Fills in the texts of codes if a source left them out and the code lists have them.
void FillTexts(Kind kind, Unit* unit);

// The record as version 1 has it: the helper-unit code is among the industrial codes, and a number
// of employees is always present (0 if it is not shown).
Unit AsVersion1(const Unit& unit);

}  // namespace orgreg::model
