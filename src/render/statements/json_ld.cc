// SPDX-License-Identifier: EUPL-1.2

#include <string>

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
  explicit JsonLdSink(FormBuilder* form) : nodes_(form) {}

  FormBuilder& form() { return nodes_.node(); }

  void BeginStatement() {
    nodes_.Begin(0);
    form().Text(",{\"@id\":\"");
    AppendStatementIri(&form());
    AppendType(model::StatementGroups().front().type);
  }
  void EndStatement() { nodes_.End(0); }

  void BeginNode(std::size_t group) {
    const model::StatementGroup& node = model::StatementGroups()[group];
    BeginProperty(node.property);
    form().Text("_:b");
    form().Label(group);
    form().Text("\"");
    nodes_.Begin(group);
    form().Text(",{\"@id\":\"_:b");
    form().Label(group);
    AppendType(node.type);
  }
  void EndNode(std::size_t group) { nodes_.End(group); }

  void Put(const model::GraphName& property, const GraphValue& value) {
    const bool is_flag = value.type == kFlagType;
    if (is_flag) {
      form().Text(",\"" + Prefixed(property) + "\":");
    } else {
      BeginProperty(property);
    }
    form().Value(value.place, value.spelling);
    if (!is_flag) form().Text("\"");
  }

  // The term says that the text is an IRI.
  void LinkOrganisation() {
    BeginProperty(model::kStatementNames.organisation);
    AppendOrganisationIri(&form());
    form().Text("\"");
  }

 private:
  void BeginProperty(const model::GraphName& property) {
    form().Text(std::string(",\"").append(property.local).append("\":\""));
  }
  void AppendType(const model::GraphName& type) {
    form().Text("\",\"@type\":\"" + Prefixed(type) + "\"");
  }

  FlatNodes nodes_;
};

// The type of a field's values, as the walk gives it (walk.h).
std::string_view TypeOf(const model::StatementField& field) {
  return LiteralTypeOf(field.row.type->kind);
}

// `type` is an IRI or "@id"; empty if values are texts.
void AppendTerm(const model::GraphName& name, const std::string& type, std::string* out) {
  out->append("\"").append(name.local).append(R"(":{"@id":")").append(IriOf(name)).append("\"");
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

StatementListForm MakeJsonLdForm() {
  FormBuilder form;
  JsonLdSink sink(&form);
  sink.BeginStatement();
  WalkGraph(Spelling::kGraphJson, &sink);
  sink.EndStatement();
  return {.begin = "{\"@graph\":[",
          .statement = form.Finish(),
          .end = "],\"@context\":" + MakeContext() + "}"};
}

}  // namespace orgreg::render
