// SPDX-License-Identifier: EUPL-1.2

// Financial statements as a graph, in four forms with the same triples: reading any of them gives
// the same graph. A list is one graph. Short-term debt has a property of its own (docs/choices.md).
// Pure functions; safe from any thread.

#pragma once

#include "render/statements/form.h"

namespace orgreg::render {

StatementListForm MakeTurtleForm();

StatementListForm MakeRdfXmlForm();

// W3C, RDF 1.1 JSON Alternate Serialization.
StatementListForm MakeRdfJsonForm();

// A flat list of nodes, and a context that has a term for every property.
StatementListForm MakeJsonLdForm();

}  // namespace orgreg::render
