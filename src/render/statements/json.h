// SPDX-License-Identifier: EUPL-1.2

// Writes financial statements as JSON, served and stored. Amounts are written digit by digit. Pure
// functions; safe from any thread.

#pragma once

#include <span>
#include <string>

#include "model/statements/statements.h"

namespace orgreg::render {

// Append the served form: one object, or a list. Empty objects are included.
void AppendStatementJson(const model::Statement& statement, std::string* out);
void AppendStatementListJson(std::span<const model::Statement> statements, std::string* out);

// Appends the stored form: an object with the organisation's number and the list of its filings,
// each a flat object by the names of the fields, amounts as texts. Empty texts, false flags and the
// general accounting rules are left out. Equal content has equal bytes.
void AppendStoredFilings(const model::Filings& filings, std::string* out);

}  // namespace orgreg::render
