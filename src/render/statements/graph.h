// SPDX-License-Identifier: EUPL-1.2

// Financial statements as a graph (RDF). The four forms of the graph are made by sinks of one walk,
// so that they have the same triples. Pure; safe from any thread.
//
// A sink has these functions, with names as model::GraphName:
//   BeginNode(group), EndNode(group)   a node without a name, inside another
//   Put(property, GraphValue)
//   LinkOrganisation()                 after its number; its IRI
// A sink writes into form(), where it is now. The only characters of IRIs that a form may have to
// escape are `&` and quotation marks; texts have only characters that XML allows.

#pragma once

#include <array>
#include <string>
#include <string_view>

#include "model/schema/value.h"
#include "model/statements/fields.h"
#include "render/statements/form.h"
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
     "https://github.com/Informasjonsforvaltning/regnskapsregister-api/"
     "blob/develop/src/main/"
     "resources/ontology/regnskapsregister.owl#"},
    {"schema", "http://schema.org/"},
    {"dct", "http://purl.org/dc/terms/"},
    {"org", "http://www.w3.org/ns/org#"},
}};

// "br:goodwill", and the same in full.
std::string Prefixed(const model::GraphName& name);
std::string IriOf(const model::GraphName& name);

struct GraphValue {
  std::size_t place = 0;  // Of the field.
  Spelling spelling = Spelling::kPlain;
  std::string_view type = {};  // Of XML Schema: "decimal", "boolean", "date"; empty for a text.
};

// The type of a value's literal; empty for a text.
std::string_view LiteralTypeOf(model::ValueKind kind);

// An amount without zeros at the end of its fraction, so that equal amounts are equal literals.
std::string_view CanonicalDecimal(std::string_view amount);

// Append the IRIs of a statement and of its organisation, up to the number.
void AppendStatementBase(const StatementLinks& links, std::string* out);
void AppendOrganisationBase(const StatementLinks& links, std::string* out);

// Appends steps that write these IRIs.
void AppendStatementIri(FormBuilder* form);
void AppendOrganisationIri(FormBuilder* form);

// `text` is how the form spells a text.
template <typename Sink>
class GraphVisitor {
 public:
  GraphVisitor(Spelling text, Sink* sink) : text_(text), sink_(sink) {}

  void Enter(std::size_t group) {
    const model::StatementGroup& node = model::StatementGroups()[group];
    if (node.needs) sink_->form().BeginIf(model::ServedStatement::PlaceOf(*node.needs));
    sink_->BeginNode(group);
  }

  void Leave(std::size_t group) {
    sink_->EndNode(group);
    if (model::StatementGroups()[group].needs) sink_->form().EndIf();
  }

  void Value(std::size_t place, const model::StatementField& field) {
    if (field.property.local.empty()) return;
    if (field.amount) sink_->form().BeginIf(place);
    sink_->Put(field.property, {.place = place,
                                .spelling = SpellingOf(field.row.kind),
                                .type = LiteralTypeOf(field.row.kind)});
    if (field.amount) sink_->form().EndIf();
    if (place == model::kStatementPlaces.number) sink_->LinkOrganisation();
  }

 private:
  Spelling SpellingOf(model::ValueKind kind) const {
    if (kind == model::ValueKind::kAmount) return Spelling::kDecimal;
    return kind == model::ValueKind::kText ? text_ : Spelling::kPlain;
  }

  Spelling text_;
  Sink* sink_;
};

template <typename Sink>
void WalkGraph(Spelling text, Sink* sink) {
  GraphVisitor<Sink> visitor(text, sink);
  WalkStatement(&visitor);
}

}  // namespace orgreg::render
