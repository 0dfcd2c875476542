// The file of the register of political parties (reference, Voluntary and party registers).
// Written as all our CSV is (render/cells/csv_row.h). Pure functions; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "model/unit.h"

namespace orgreg::render {

// What the store keeps of an entry, of which the members that it does not have are absent.
void AppendStoredParty(const model::Unit& party, std::string* out);

void AppendPartyCsvHeader(std::string* out);

// The line of an entry as it is stored. False where AppendStoredParty cannot have written it.
[[nodiscard]] bool AppendPartyCsvRow(std::string_view stored, std::string* out);

}  // namespace orgreg::render
