// Financial statements as JSON: as they are served, and as they are stored. Amounts are written
// digit by digit as they are known. Pure functions; safe from any thread.

#pragma once

#include <span>
#include <string>

#include "model/statements/statements.h"

namespace orgreg::render {

// What is served: one object, or a list of them. Objects stand also where they are empty.
void AppendStatementJson(const model::Statement& statement, std::string* out);
void AppendStatementListJson(std::span<const model::Statement> statements, std::string* out);

// What the store keeps: an object with the organisation's number and the list of its filings,
// each a flat object by the names of the fields, amounts as texts. Texts that are empty, flags
// that are false and the general accounting rules are left out. The same for the same content.
void AppendStoredFilings(const model::Filings& filings, std::string* out);

}  // namespace orgreg::render
