// SPDX-License-Identifier: EUPL-1.2

#include "formats/json/text.h"
#include "render/statements/graph.h"
#include "render/statements/nodes.h"
#include "render/statements/rdf.h"

namespace orgreg::render {
namespace {

constexpr std::string_view kFlagType = "boolean";

// Keys are terms of the context. Flags have their full names, because a JSON flag has its type
// already.
class JsonLdSink {
 public:
  explicit JsonLdSink(std::string* out) : nodes_(out) {}

  void BeginStatement(std::string_view iri, const model::GraphName& type) {
    BeginSubject(iri, type);
  }
  void EndStatement() { EndSubject(); }

  void BeginNode(const model::GraphName& property, const model::GraphName& type) {
    const std::string label = nodes_.NextLabel();
    Link(property, label);
    BeginSubject(label, type);
  }
  void EndNode() { EndSubject(); }

  void Put(const model::GraphName& property, const GraphLiteral& literal) {
    if (literal.type != kFlagType) return Link(property, literal.text);
    std::string& text = nodes_.text();
    text.append(",\"");
    AppendPrefixed(property, &text);
    text.append("\":").append(literal.text);
  }

  // The term says that the text is an IRI.
  void Link(const model::GraphName& property, std::string_view value) {
    std::string& text = nodes_.text();
    text.append(",\"").append(property.local).append("\":");
    formats::AppendJsonString(value, &text);
  }

 private:
  void BeginSubject(std::string_view subject, const model::GraphName& type) {
    nodes_.Begin();
    std::string& text = nodes_.text();
    text.append("{\"@id\":");
    formats::AppendJsonString(subject, &text);
    text.append(R"(,"@type":")");
    AppendPrefixed(type, &text);
    text.push_back('"');
  }
  void EndSubject() {
    nodes_.text().push_back('}');
    nodes_.End();
  }

  FlatNodes nodes_;
};

// The type of a field's values, as the walk gives it (walk.h).
std::string_view TypeOf(const model::StatementField& field) {
  return LiteralTypeOf(field.row.type->kind);
}

// `type` is an IRI or "@id"; empty if values are texts.
void AppendTerm(const model::GraphName& name, const std::string& type, std::string* out) {
  out->append("\"").append(name.local).append(R"(":{"@id":")");
  AppendIriOf(name, out);
  out->push_back('"');
  if (!type.empty()) out->append(R"(,"@type":")").append(type).append("\"");
  out->append("},");
}

std::string MakeContext() {
  std::string context = "{";
  for (const model::StatementGroup& group : model::StatementGroups()) {
    if (!group.property.local.empty()) AppendTerm(group.property, "@id", &context);
  }
  AppendTerm(model::kStatementNames.organisation, "@id", &context);
  for (const model::StatementField& field : model::StatementFields()) {
    if (field.property.local.empty()) continue;
    const std::string_view type = TypeOf(field);
    AppendTerm(field.property, type.empty() ? "" : std::string(kXsdIri).append(type), &context);
  }
  for (const VocabularyRow& row : kVocabularies)
    context.append("\"").append(row.prefix).append("\":\"").append(row.iri).append("\",");
  return context.append("\"xsd\":\"").append(kXsdIri).append("\"}");
}

}  // namespace

void AppendJsonLd(std::span<const model::Statement> statements, const StatementLinks& links,
                  std::string* out) {
  static const std::string context = MakeContext();
  out->append("{\"@graph\":[");
  JsonLdSink sink(out);
  WalkGraph(statements, links, &sink);
  out->append("],\"@context\":").append(context).append("}");
}

}  // namespace orgreg::render
