// SPDX-License-Identifier: EUPL-1.2

// Financial statements as a graph (RDF). The four forms of the graph are sinks of one walk, so that
// they have the same triples. Pure; safe from any thread.
//
// A sink has these functions, with names as model::GraphName:
//   BeginStatement(iri, type), EndStatement()
//   BeginNode(property, type), EndNode()   a node without a name, inside another
//   Put(property, GraphLiteral)
//   Link(property, iri)
// The only characters of IRIs that a form may have to escape are `&` and quotation marks; texts
// have only characters that XML allows.

#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "model/schema/value.h"
#include "model/statements/fields.h"
#include "model/statements/statements.h"
#include "render/statements/walk.h"

namespace orgreg::render {

// The targets of the IRIs in a graph.
struct StatementLinks {
  std::string_view origin = {};  // "https://host"
  // The path above an organisation's number; empty: that of its look-up.
  std::string_view organisations = {};
};

struct VocabularyRow {
  std::string_view prefix = {};
  std::string_view iri = {};
};
inline constexpr std::string_view kRdfIri = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
inline constexpr std::string_view kXsdIri = "http://www.w3.org/2001/XMLSchema#";
// In the order of model::Vocabulary.
inline constexpr std::array<VocabularyRow, 4> kVocabularies = {{
    {"br",
     "https://github.com/Informasjonsforvaltning/regnskapsregister-api/blob/develop/src/main/"
     "resources/ontology/regnskapsregister.owl#"},
    {"schema", "http://schema.org/"},
    {"dct", "http://purl.org/dc/terms/"},
    {"org", "http://www.w3.org/ns/org#"},
}};

// "br:goodwill", and the same in full.
void AppendPrefixed(const model::GraphName& name, std::string* out);
void AppendIriOf(const model::GraphName& name, std::string* out);

struct GraphLiteral {
  std::string_view text = {};
  std::string_view type = {};  // Of XML Schema: "decimal", "boolean", "date"; empty for a text.
};

// The type of a value's literal; empty for a text.
std::string_view LiteralTypeOf(model::ValueKind kind);

// An amount without zeros at the end of its fraction, so that equal amounts are equal literals.
std::string_view CanonicalDecimal(std::string_view amount);

// Append the IRIs of a statement and of its organisation.
void AppendStatementIri(const model::Statement& statement, const StatementLinks& links,
                        std::string* out);
void AppendOrganisationIri(base::OrgNumber number, const StatementLinks& links, std::string* out);

void AppendGraphText(std::string_view text, std::string* out);

template <typename Sink>
class GraphVisitor {
 public:
  GraphVisitor(const model::Statement& statement, const StatementLinks& links, Sink* sink)
      : statement_(statement), links_(links), sink_(sink) {}

  void Enter(std::size_t group) {
    if (hidden_ != 0) return;
    const model::StatementGroup& node = model::StatementGroups()[group];
    if (node.needs && !statement_.At(*node.needs)) {
      hidden_ = group;
    } else {
      sink_->BeginNode(node.property, node.type);
    }
  }

  void Leave(std::size_t group) {
    if (hidden_ == 0) {
      sink_->EndNode();
    } else if (hidden_ == group) {
      hidden_ = 0;
    }
  }

  void Value(const model::StatementField& field, const StatementValue& value) {
    if (hidden_ != 0 || field.property.local.empty()) return;
    std::string_view text = value.text;
    if (value.kind == model::ValueKind::kAmount) text = CanonicalDecimal(text);
    if (value.kind == model::ValueKind::kText) {
      scratch_.clear();
      AppendGraphText(text, &scratch_);
      text = scratch_;
    }
    sink_->Put(field.property, GraphLiteral{.text = text, .type = LiteralTypeOf(value.kind)});
    if (model::IsAt<&model::Statement::number>(field.row)) {
      scratch_.clear();
      AppendOrganisationIri(statement_.number, links_, &scratch_);
      sink_->Link(model::kStatementNames.organisation, scratch_);
    }
  }

 private:
  const model::Statement& statement_;
  const StatementLinks& links_;
  Sink* sink_;
  std::size_t hidden_ = 0;  // The group that is left out with all its content.
  std::string scratch_;
};

template <typename Sink>
void WalkGraph(std::span<const model::Statement> statements, const StatementLinks& links,
               Sink* sink) {
  std::string iri;
  for (const model::Statement& statement : statements) {
    iri.clear();
    AppendStatementIri(statement, links, &iri);
    sink->BeginStatement(iri, model::StatementGroups().front().type);
    GraphVisitor<Sink> visitor(statement, links, sink);
    WalkStatement(statement, &visitor);
    sink->EndStatement();
  }
}

}  // namespace orgreg::render
