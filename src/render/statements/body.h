// SPDX-License-Identifier: EUPL-1.2

// The six forms of served financial statements, behind one pair of functions. Pure; safe from any
// thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "model/statements/served.h"
#include "render/statements/graph.h"

namespace orgreg::render {

enum class StatementFormat : std::uint8_t { kJson, kXml, kJsonLd, kRdfJson, kRdfXml, kTurtle };

// Append a list, and a single statement; the graphs make no difference between them.
void AppendStatementList(StatementFormat format, std::span<const model::ServedStatement> statements,
                         const StatementLinks& links, std::string* out);
void AppendStatement(StatementFormat format, const model::ServedStatement& statement,
                     const StatementLinks& links, std::string* out);

}  // namespace orgreg::render
