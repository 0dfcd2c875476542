// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/graph.h"
#include "render/statements/rdf.h"

namespace orgreg::render {
namespace {

constexpr std::string_view kIndent = "    ";

void AppendQuoted(std::string_view text, std::string* out) {
  out->push_back('"');
  for (const char c : text) {
    switch (c) {
      case '"':
        out->append("\\\"");
        break;
      case '\\':
        out->append("\\\\");
        break;
      case '\n':
        out->append("\\n");
        break;
      case '\r':
        out->append("\\r");
        break;
      default:
        out->push_back(c);
    }
  }
  out->push_back('"');
}

class TurtleSink {
 public:
  explicit TurtleSink(std::string* out) : out_(out) {}

  void BeginStatement(std::string_view iri, const model::GraphName& type) {
    depth_ = 1;
    out_->append("\n<").append(iri).append(">\n").append(kIndent);
    AppendType(type);
  }
  void EndStatement() { out_->append(" .\n"); }

  void BeginNode(const model::GraphName& property, const model::GraphName& type) {
    AppendProperty(property);
    out_->append("[ ");
    AppendType(type);
    ++depth_;
  }
  void EndNode() {
    --depth_;
    AppendLine();
    out_->push_back(']');
  }

  void Put(const model::GraphName& property, const GraphLiteral& literal) {
    AppendProperty(property);
    if (literal.type == "boolean") {
      out_->append(literal.text);
      return;
    }
    AppendQuoted(literal.text, out_);
    if (!literal.type.empty()) out_->append("^^xsd:").append(literal.type);
  }

  void Link(const model::GraphName& property, std::string_view iri) {
    AppendProperty(property);
    out_->append("<").append(iri).append(">");
  }

 private:
  void AppendLine() {
    out_->push_back('\n');
    for (std::size_t level = 0; level < depth_; ++level) out_->append(kIndent);
  }
  void AppendType(const model::GraphName& type) {
    out_->append("a ");
    AppendPrefixed(type, out_);
  }
  // Every node has a type, so a property is never the first.
  void AppendProperty(const model::GraphName& property) {
    out_->append(" ;");
    AppendLine();
    AppendPrefixed(property, out_);
    out_->push_back(' ');
  }

  std::string* out_;
  std::size_t depth_ = 1;
};

}  // namespace

void AppendTurtle(std::span<const model::Statement> statements, const StatementLinks& links,
                  std::string* out) {
  const auto append_prefix = [&](std::string_view prefix, std::string_view iri) {
    out->append("@prefix ").append(prefix).append(": <").append(iri).append("> .\n");
  };
  for (const VocabularyRow& row : kVocabularies) append_prefix(row.prefix, row.iri);
  append_prefix("xsd", kXsdIri);
  TurtleSink sink(out);
  WalkGraph(statements, links, &sink);
}

}  // namespace orgreg::render
