// SPDX-License-Identifier: EUPL-1.2

// Writes financial statements as JSON, served and stored. Amounts are written digit by digit. Pure
// functions; safe from any thread.

#pragma once

#include <string>

#include "model/statements/statements.h"
#include "render/statements/form.h"

namespace orgreg::render {

// The served form, after a comma unless it begins a list. Empty objects are included.
StatementForm MakeJsonForm();

// Appends the stored form: an object with the organisation's number and the list of its filings,
// each a flat object by the names of the fields, amounts as texts. Empty texts, false flags and the
// general accounting rules are left out. Equal content has equal bytes.
void AppendStoredFilings(const model::Filings& filings, std::string* out);

}  // namespace orgreg::render
