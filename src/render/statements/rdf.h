// SPDX-License-Identifier: EUPL-1.2

// Financial statements as a graph, in four forms with the same triples: reading any of them gives
// the same graph. A list is one graph. Short-term debt has a property of its own (docs/choices.md).
// Pure functions; safe from any thread.

#pragma once

#include <span>
#include <string>

#include "model/statements/statements.h"
#include "render/statements/graph.h"

namespace orgreg::render {

void AppendTurtle(std::span<const model::Statement> statements, const StatementLinks& links,
                  std::string* out);

void AppendRdfXml(std::span<const model::Statement> statements, const StatementLinks& links,
                  std::string* out);

// W3C, RDF 1.1 JSON Alternate Serialization.
void AppendRdfJson(std::span<const model::Statement> statements, const StatementLinks& links,
                   std::string* out);

// A flat list of nodes, and a context that has a term for every property.
void AppendJsonLd(std::span<const model::Statement> statements, const StatementLinks& links,
                  std::string* out);

}  // namespace orgreg::render
