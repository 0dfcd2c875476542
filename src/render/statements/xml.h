// SPDX-License-Identifier: EUPL-1.2

// Writes financial statements as XML: elements have the names and order of the JSON members,
// without namespaces, attributes and indentation. Pure functions; safe from any thread.

#pragma once

#include <span>
#include <string>

#include "model/statements/statements.h"

namespace orgreg::render {

void AppendStatementXml(const model::Statement& statement, std::string* out);
void AppendStatementListXml(std::span<const model::Statement> statements, std::string* out);

}  // namespace orgreg::render
