// One form for what sources write in several ways. A record is normalised when it is read;
// version 1 is made from the normal form when it is asked for. What a source left out is filled
// in when it comes from the source, not when it is read from the store. Pure functions.

#pragma once

#include "model/unit.h"

namespace orgreg::model {

// Makes a record as version 2 has it:
// a number of employees below five is kept as "has any" only (spec, Versioning);
// an industrial code marked as helper-unit code moves to helper_unit;
// a deleted or removed record keeps the members of its reduced form only.
void Normalise(Kind kind, Unit* unit);

// Fills in the texts of codes that a source left out and the code lists have.
void FillTexts(Kind kind, Unit* unit);

// The record as version 1 has it: the helper-unit code among the industrial codes, and a
// number of employees always there (0 where it is not shown).
Unit AsVersion1(const Unit& unit);

}  // namespace orgreg::model
