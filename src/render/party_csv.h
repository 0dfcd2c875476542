// SPDX-License-Identifier: EUPL-1.2

// Writes the file of the register of political parties (reference, Voluntary and party registers).
// Written like all our CSV (render/cells/csv_row.h). Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "model/unit.h"

namespace orgreg::render {

// Appends the stored form of an entry: an entity's, without the members that an entry lacks.
void AppendStoredParty(const model::Unit& party, std::string* out);

void AppendPartyCsvHeader(std::string* out);

// Appends the line of a stored entry. False if AppendStoredParty cannot have written it.
[[nodiscard]] bool AppendPartyCsvRow(std::string_view stored, std::string* out);

}  // namespace orgreg::render
