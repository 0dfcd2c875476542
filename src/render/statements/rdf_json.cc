// SPDX-License-Identifier: EUPL-1.2

#include <string>
#include <string_view>

#include "render/statements/graph.h"
#include "render/statements/nodes.h"
#include "render/statements/rdf.h"

namespace orgreg::render {
namespace {

// No node has two values of one property, so every list of values has one.
class RdfJsonSink {
 public:
  explicit RdfJsonSink(FormBuilder* form) : nodes_(form) {}

  FormBuilder& form() { return nodes_.node(); }

  void BeginStatement() {
    nodes_.Begin(0);
    form().Text(",\"");
    AppendStatementIri(&form());
    AppendType(model::StatementGroups().front().type);
  }
  void EndStatement() { nodes_.End(0); }

  void BeginNode(std::size_t group) {
    const model::StatementGroup& node = model::StatementGroups()[group];
    BeginObject(node.property, "bnode");
    form().Text("_:b");
    form().Label(group);
    form().Text("\"}]");
    nodes_.Begin(group);
    form().Text(",\"_:b");
    form().Label(group);
    AppendType(node.type);
  }
  void EndNode(std::size_t group) { nodes_.End(group); }

  void Put(const model::GraphName& property, const GraphValue& value) {
    BeginObject(property, "literal");
    form().Value(value.place, value.spelling);
    form().Text("\"");
    if (!value.type.empty()) form().Text(TypeMember(value.type));
    form().Text("}]");
  }

  void LinkOrganisation() {
    BeginObject(model::kStatementNames.organisation, "uri");
    AppendOrganisationIri(&form());
    form().Text("\"}]");
  }

 private:
  static std::string TypeMember(std::string_view type) {
    return std::string(R"(,"datatype":")").append(kXsdIri).append(type).append("\"");
  }
  void AppendType(const model::GraphName& type) {
    form().Text(std::string("\":{\"").append(kRdfIri).append(R"(type":[{"type":"uri","value":")"));
    form().Text(IriOf(type));
    form().Text("\"}]");
  }
  void BeginObject(const model::GraphName& property, std::string_view kind) {
    form().Text(",\"" + IriOf(property) + R"(":[{"type":")");
    form().Text(kind);
    form().Text(R"(","value":")");
  }

  FlatNodes nodes_;
};

}  // namespace

StatementListForm MakeRdfJsonForm() {
  FormBuilder form;
  RdfJsonSink sink(&form);
  sink.BeginStatement();
  WalkGraph(Spelling::kGraphJson, &sink);
  sink.EndStatement();
  return {.begin = "{", .statement = form.Finish(), .end = "}"};
}

}  // namespace orgreg::render
