// SPDX-License-Identifier: EUPL-1.2

#include "formats/json/text.h"
#include "render/statements/graph.h"
#include "render/statements/nodes.h"
#include "render/statements/rdf.h"

namespace orgreg::render {
namespace {

// No node has two values of one property, so every list of values has one.
class RdfJsonSink {
 public:
  explicit RdfJsonSink(std::string* out) : nodes_(out) {}

  void BeginStatement(std::string_view iri, const model::GraphName& type) {
    BeginSubject(iri, type);
  }
  void EndStatement() { EndSubject(); }

  void BeginNode(const model::GraphName& property, const model::GraphName& type) {
    const std::string label = nodes_.NextLabel();
    AppendProperty(property);
    AppendObject("bnode", label);
    BeginSubject(label, type);
  }
  void EndNode() { EndSubject(); }

  void Put(const model::GraphName& property, const GraphLiteral& literal) {
    AppendProperty(property);
    std::string& text = nodes_.text();
    text.append(R"([{"type":"literal","value":)");
    formats::AppendJsonString(literal.text, &text);
    if (!literal.type.empty())
      text.append(R"(,"datatype":")").append(kXsdIri).append(literal.type).append("\"");
    text.append("}]");
  }

  void Link(const model::GraphName& property, std::string_view iri) {
    AppendProperty(property);
    AppendObject("uri", iri);
  }

 private:
  void BeginSubject(std::string_view subject, const model::GraphName& type) {
    nodes_.Begin();
    std::string& text = nodes_.text();
    formats::AppendJsonString(subject, &text);
    text.append(":{\"").append(kRdfIri).append("type\":");
    std::string type_iri;
    AppendIriOf(type, &type_iri);
    AppendObject("uri", type_iri);
  }
  void EndSubject() {
    nodes_.text().push_back('}');
    nodes_.End();
  }
  void AppendProperty(const model::GraphName& property) {
    nodes_.text().append(",\"");
    AppendIriOf(property, &nodes_.text());
    nodes_.text().append("\":");
  }
  void AppendObject(std::string_view kind, std::string_view value) {
    std::string& text = nodes_.text();
    text.append(R"([{"type":")").append(kind).append(R"(","value":)");
    formats::AppendJsonString(value, &text);
    text.append("}]");
  }

  FlatNodes nodes_;
};

}  // namespace

void AppendRdfJson(std::span<const model::Statement> statements, const StatementLinks& links,
                   std::string* out) {
  out->push_back('{');
  RdfJsonSink sink(out);
  WalkGraph(statements, links, &sink);
  out->push_back('}');
}

}  // namespace orgreg::render
