// SPDX-License-Identifier: EUPL-1.2

#include <string>
#include <string_view>
#include <utility>

#include "render/statements/graph.h"
#include "render/statements/rdf.h"

namespace orgreg::render {
namespace {

// Nodes are nested in the properties that lead to them.
class RdfXmlSink {
 public:
  explicit RdfXmlSink(FormBuilder* form) : form_(*form) {}

  FormBuilder& form() { return form_; }

  void BeginNode(std::size_t group) {
    const model::StatementGroup& node = model::StatementGroups()[group];
    form_.Text("<" + Prefixed(node.property) + "><" + Prefixed(node.type) + ">");
  }
  void EndNode(std::size_t group) {
    const model::StatementGroup& node = model::StatementGroups()[group];
    form_.Text("</" + Prefixed(node.type) + "></" + Prefixed(node.property) + ">");
  }

  void Put(const model::GraphName& property, const GraphValue& value) {
    form_.Text("<" + Prefixed(property));
    if (!value.type.empty()) {
      form_.Text(std::string(" rdf:datatype=\"").append(kXsdIri).append(value.type).append("\""));
    }
    form_.Text(">");
    form_.Value(value.place, value.spelling);
    form_.Text("</" + Prefixed(property) + ">");
  }

  void LinkOrganisation() {
    form_.Text("<" + Prefixed(model::kStatementNames.organisation) + " rdf:resource=\"");
    AppendOrganisationIri(&form_);
    form_.Text("\"/>");
  }

 private:
  FormBuilder& form_;
};

}  // namespace

StatementListForm MakeRdfXmlForm() {
  std::string begin = "<rdf:RDF";
  const auto append_prefix = [&](std::string_view prefix, std::string_view iri) {
    begin.append(" xmlns:").append(prefix).append("=\"").append(iri).append("\"");
  };
  append_prefix("rdf", kRdfIri);
  for (const VocabularyRow& row : kVocabularies) append_prefix(row.prefix, row.iri);
  begin.push_back('>');
  const std::string type = Prefixed(model::StatementGroups().front().type);
  FormBuilder form;
  RdfXmlSink sink(&form);
  form.Text("<" + type + " rdf:about=\"");
  AppendStatementIri(&form);
  form.Text("\">");
  WalkGraph(Spelling::kXml, &sink);
  form.Text("</" + type + ">");
  return {.begin = std::move(begin), .statement = form.Finish(), .end = "</rdf:RDF>"};
}

}  // namespace orgreg::render
