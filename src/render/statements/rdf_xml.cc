// SPDX-License-Identifier: EUPL-1.2

#include <vector>

#include "formats/xml/text.h"
#include "render/statements/graph.h"
#include "render/statements/rdf.h"

namespace orgreg::render {
namespace {

// Nodes are nested in the properties that lead to them.
class RdfXmlSink {
 public:
  explicit RdfXmlSink(std::string* out) : out_(out) {}

  void BeginStatement(std::string_view iri, const model::GraphName& type) {
    out_->push_back('<');
    AppendPrefixed(type, out_);
    AppendAttribute("rdf:about", iri);
    out_->push_back('>');
    open_.push_back(type);
  }
  void EndStatement() { CloseLast(); }

  void BeginNode(const model::GraphName& property, const model::GraphName& type) {
    Open(property);
    Open(type);
  }
  void EndNode() {
    CloseLast();
    CloseLast();
  }

  void Put(const model::GraphName& property, const GraphLiteral& literal) {
    out_->push_back('<');
    AppendPrefixed(property, out_);
    if (!literal.type.empty())
      AppendAttribute("rdf:datatype", std::string(kXsdIri).append(literal.type));
    out_->push_back('>');
    formats::AppendXmlText(literal.text, out_);
    Close(property);
  }

  void Link(const model::GraphName& property, std::string_view iri) {
    out_->push_back('<');
    AppendPrefixed(property, out_);
    AppendAttribute("rdf:resource", iri);
    out_->append("/>");
  }

 private:
  void AppendAttribute(std::string_view name, std::string_view value) {
    out_->append(" ").append(name).append("=\"");
    formats::AppendXmlAttribute(value, out_);
    out_->push_back('"');
  }
  void Open(const model::GraphName& name) {
    out_->push_back('<');
    AppendPrefixed(name, out_);
    out_->push_back('>');
    open_.push_back(name);
  }
  void Close(const model::GraphName& name) {
    out_->append("</");
    AppendPrefixed(name, out_);
    out_->push_back('>');
  }
  void CloseLast() {
    Close(open_.back());
    open_.pop_back();
  }

  std::string* out_;
  std::vector<model::GraphName> open_;  // Open elements, the outer ones first.
};

}  // namespace

void AppendRdfXml(std::span<const model::Statement> statements, const StatementLinks& links,
                  std::string* out) {
  const auto append_prefix = [&](std::string_view prefix, std::string_view iri) {
    out->append(" xmlns:").append(prefix).append("=\"").append(iri).append("\"");
  };
  out->append("<rdf:RDF");
  append_prefix("rdf", kRdfIri);
  for (const VocabularyRow& row : kVocabularies) append_prefix(row.prefix, row.iri);
  out->push_back('>');
  RdfXmlSink sink(out);
  WalkGraph(statements, links, &sink);
  out->append("</rdf:RDF>");
}

}  // namespace orgreg::render
