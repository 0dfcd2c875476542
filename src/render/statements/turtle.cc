// SPDX-License-Identifier: EUPL-1.2

#include <string>
#include <string_view>
#include <utility>

#include "render/statements/graph.h"
#include "render/statements/rdf.h"

namespace orgreg::render {
namespace {

constexpr std::string_view kIndent = "    ";

class TurtleSink {
 public:
  explicit TurtleSink(FormBuilder* form) : form_(*form) {}

  FormBuilder& form() { return form_; }

  void BeginStatement() {
    form_.Text("\n<");
    AppendStatementIri(&form_);
    form_.Text(std::string(">\n").append(kIndent));
    AppendType(model::StatementGroups().front().type);
  }
  void EndStatement() { form_.Text(" .\n"); }

  void BeginNode(std::size_t group) {
    const model::StatementGroup& node = model::StatementGroups()[group];
    AppendProperty(node.property);
    form_.Text("[ ");
    AppendType(node.type);
    ++depth_;
  }
  void EndNode(std::size_t /*group*/) {
    --depth_;
    AppendLine();
    form_.Text("]");
  }

  void Put(const model::GraphName& property, const GraphValue& value) {
    const bool is_flag = value.type == "boolean";
    AppendProperty(property);
    if (!is_flag) form_.Text("\"");
    form_.Value(value.place, value.spelling);
    if (!is_flag) form_.Text("\"");
    if (!is_flag && !value.type.empty()) form_.Text(std::string("^^xsd:").append(value.type));
  }

  void LinkOrganisation() {
    AppendProperty(model::kStatementNames.organisation);
    form_.Text("<");
    AppendOrganisationIri(&form_);
    form_.Text(">");
  }

 private:
  void AppendLine() {
    form_.Text("\n");
    for (std::size_t level = 0; level < depth_; ++level) form_.Text(kIndent);
  }
  void AppendType(const model::GraphName& type) { form_.Text("a " + Prefixed(type)); }
  // Every node has a type, so a property is never the first.
  void AppendProperty(const model::GraphName& property) {
    form_.Text(" ;");
    AppendLine();
    form_.Text(Prefixed(property) + " ");
  }

  FormBuilder& form_;
  std::size_t depth_ = 1;
};

}  // namespace

StatementListForm MakeTurtleForm() {
  std::string begin;
  const auto append_prefix = [&](std::string_view prefix, std::string_view iri) {
    begin.append("@prefix ").append(prefix).append(": <").append(iri).append("> .\n");
  };
  for (const VocabularyRow& row : kVocabularies) append_prefix(row.prefix, row.iri);
  append_prefix("xsd", kXsdIri);
  FormBuilder form;
  TurtleSink sink(&form);
  sink.BeginStatement();
  WalkGraph(Spelling::kTurtle, &sink);
  sink.EndStatement();
  return {.begin = std::move(begin), .statement = form.Finish()};
}

}  // namespace orgreg::render
