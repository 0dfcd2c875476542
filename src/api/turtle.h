// SPDX-License-Identifier: EUPL-1.2

// Writes a small graph as Turtle (RDF 1.1): terms, and nodes that collect them. Financial
// statements have writers of their own (render/statements/graph.h), whose shape is compiled once.
// Pure; values belong to one thread.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orgreg::api {

// <iri>: what an IRI may not have is written with percent signs.
std::string IriTerm(std::string_view iri);
// "text", and "text"@nb. Texts are UTF-8; control characters that XML does not allow are left out.
std::string TextTerm(std::string_view text, std::string_view language = {});
// "value"^^type, with the type as a prefixed name.
std::string TypedTerm(std::string_view value, std::string_view type);

// A node and its properties, in the order in which they were added. Types and properties are
// prefixed names.
class TurtleNode {
 public:
  explicit TurtleNode(std::string_view type) { Add("a", std::string(type)); }

  void Add(std::string_view property, std::string term) {
    properties_.emplace_back(property, std::move(term));
  }

  // A term: the node without a name.
  std::string Nested() const;
  // Appends the statements about the node with this IRI.
  void AppendAs(std::string_view iri, std::string* out) const;

 private:
  std::vector<std::pair<std::string, std::string>> properties_;
};

}  // namespace orgreg::api
