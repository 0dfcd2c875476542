// The six forms in which financial statements are served, behind one pair of functions. Pure;
// safe from any thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "model/statements/statements.h"
#include "render/statements/graph.h"

namespace orgreg::render {

enum class StatementFormat : std::uint8_t { kJson, kXml, kJsonLd, kRdfJson, kRdfXml, kTurtle };

// A list, and one alone: which makes no difference to the graphs.
void AppendStatementList(StatementFormat format, std::span<const model::Statement> statements,
                         const StatementLinks& links, std::string* out);
void AppendStatement(StatementFormat format, const model::Statement& statement,
                     const StatementLinks& links, std::string* out);

}  // namespace orgreg::render
