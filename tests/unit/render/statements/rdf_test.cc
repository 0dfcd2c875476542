// SPDX-License-Identifier: EUPL-1.2

// The JSON forms of a graph, read back and compared as graphs. Programs of others read the other
// forms (tests/statements/forms.py).

#include <gtest/gtest.h>
#include <simdjson.h>

#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "records/readers/record_reader.h"
#include "records/readers/statement_record.h"
#include "render/statements/body.h"
#include "render/statements/graph.h"
#include "unit/model/statements/kept_filings.h"

namespace orgreg::render {
namespace {

namespace dom = simdjson::dom;

// The values of a node, by property: IRIs and labels in angle brackets, literals in quotes,
// followed by their type.
using Node = std::map<std::string, std::multiset<std::string>>;
using Graph = std::map<std::string, Node>;

std::string InBrackets(std::string_view iri) { return "<" + std::string(iri) + ">"; }
std::string InQuotes(std::string_view text, std::string_view type) {
  return "\"" + std::string(text) + "\"" + std::string(type);
}
const std::string kType = std::string(kRdfIri) + "type";

// A node as text, with the nodes without names inside it. Ours are trees, so that this is the whole
// content of a node except its label.
std::string Canonical(const Graph& graph, const std::string& label) {
  const auto found = graph.find(label);
  if (!label.starts_with("<_:")) return label;
  if (found == graph.end()) return "(no such node)";
  std::string text = "[";
  for (const auto& [property, values] : found->second) {
    for (const std::string& value : values) text += property + " " + Canonical(graph, value) + ";";
  }
  return text + "]";
}

// Every named node with its content.
std::map<std::string, std::multiset<std::string>> Canonical(const Graph& graph) {
  std::map<std::string, std::multiset<std::string>> canonical;
  for (const auto& [label, node] : graph) {
    if (label.starts_with("<_:")) continue;
    for (const auto& [property, values] : node) {
      for (const std::string& value : values)
        canonical[label].insert(property + " " + Canonical(graph, value));
    }
  }
  return canonical;
}

std::string_view StringIn(simdjson::simdjson_result<dom::element> value) {
  return value.get_string().value_unsafe();
}

// By value: a result's own value does not outlive it.
dom::object ObjectIn(simdjson::simdjson_result<dom::element> value) {
  return value.get_object().value_unsafe();
}
dom::array ArrayIn(simdjson::simdjson_result<dom::element> value) {
  return value.get_array().value_unsafe();
}

Graph ReadRdfJson(const std::string& text) {
  dom::parser parser;
  Graph graph;
  for (const auto& [subject, properties] : ObjectIn(parser.parse(text))) {
    Node& node = graph[InBrackets(subject)];
    for (const auto& [property, values] : ObjectIn(dom::element(properties))) {
      for (const dom::element value : ArrayIn(dom::element(values))) {
        const std::string_view of = StringIn(value["value"]);
        std::string_view type;
        if (value["datatype"].get(type) != simdjson::SUCCESS) type = "";
        const bool is_literal = StringIn(value["type"]) == "literal";
        node[std::string(property)].insert(is_literal ? InQuotes(of, type) : InBrackets(of));
      }
    }
  }
  return graph;
}

// The part of JSON-LD that we write: a flat list, a context of terms and prefixes.
class JsonLdReader {
 public:
  explicit JsonLdReader(const std::string& text) : root_(parser_.parse(text).value_unsafe()) {}

  Graph Read() const {
    Graph graph;
    for (const dom::element subject : ArrayIn(root_["@graph"])) {
      Node& node = graph[InBrackets(StringIn(subject["@id"]))];
      node[kType].insert(InBrackets(Expanded(StringIn(subject["@type"]))));
      for (const auto& [key, value] : ObjectIn(dom::element(subject))) {
        if (!key.starts_with('@')) node[IriOf(key)].insert(ValueOf(key, value));
      }
    }
    return graph;
  }

 private:
  dom::element Term(std::string_view name) const { return root_["@context"][name].value_unsafe(); }

  std::string Expanded(std::string_view prefixed) const {
    const std::size_t colon = prefixed.find(':');
    return std::string(StringIn(Term(prefixed.substr(0, colon))))
        .append(prefixed.substr(colon + 1));
  }

  std::string IriOf(std::string_view key) const {
    if (key.find(':') != std::string_view::npos) return Expanded(key);
    return std::string(StringIn(Term(key)["@id"]));
  }

  std::string ValueOf(std::string_view key, dom::element value) const {
    bool flag = false;
    if (value.get(flag) == simdjson::SUCCESS)
      return InQuotes(flag ? "true" : "false", std::string(kXsdIri) + "boolean");
    std::string_view type;
    if (Term(key)["@type"].get(type) != simdjson::SUCCESS) type = "";
    const std::string_view text = value.get_string().value_unsafe();
    return type == "@id" ? InBrackets(text) : InQuotes(text, type);
  }

  dom::parser parser_;
  dom::element root_;
};

std::string Content(const std::string& name) {
  std::ifstream file(std::string(ORGREG_TEST_DATA) + "/statement-forms/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

model::KeptFilings Filings(const std::string& folder) {
  std::string text = Content(folder + "/filings.json");
  text.reserve(text.size() + records::RecordReader::kPadding);
  records::StatementReader reader;
  model::Filings filings;
  records::Problems problems;
  std::vector<std::string> unknown;
  EXPECT_TRUE(reader.ReadFilings(text, &filings, &problems, &unknown));
  return model::KeptFilings(filings);
}

constexpr StatementLinks kLinks = {.origin = "https://data.example.test",
                                   .organisations = "/organizations/"};

std::string BodyOf(StatementFormat format, model::ServedFilings filings) {
  std::string body;
  AppendStatementList(format, SelectStatements(filings, {}).statements, kLinks, &body);
  return body;
}

TEST(StatementRdf, RdfJsonIsTheGraphOfTheSample) {
  const auto canonical =
      Canonical(ReadRdfJson(BodyOf(StatementFormat::kRdfJson, Filings("sample"))));
  EXPECT_EQ(canonical.size(), 2U);
  EXPECT_EQ(canonical, Canonical(ReadRdfJson(Content("sample/reference.rdf.json"))));
}

TEST(StatementRdf, JsonLdIsTheSameGraphAsRdfJson) {
  for (const std::string folder : {"sample", "strange"}) {
    const model::KeptFilings filings = Filings(folder);
    const auto canonical =
        Canonical(JsonLdReader(BodyOf(StatementFormat::kJsonLd, filings)).Read());
    EXPECT_EQ(canonical.size(), SelectStatements(filings, {}).statements.size());
    EXPECT_EQ(canonical, Canonical(ReadRdfJson(BodyOf(StatementFormat::kRdfJson, filings))))
        << folder;
  }
}

// The graph as one text, for searching properties.
std::string TextOf(const model::Statement& statement) {
  const model::KeptFilings kept({.statements = {statement}});
  std::string body;
  AppendStatement(StatementFormat::kTurtle, kept.front(), kLinks, &body);
  return body;
}

TEST(StatementRdf, ShortTermDebtHasAPropertyOfItsOwn) {
  model::Statement statement;
  for (model::Amount& amount : statement.amounts) amount = base::Decimal();
  const std::string text = TextOf(statement);
  EXPECT_NE(text.find("br:kortsiktigGjeld [ a br:KortsiktigGjeld"), std::string::npos);
  EXPECT_EQ(text.find("br:opptjentEgenkapital [ a br:KortsiktigGjeld"), std::string::npos);
}

TEST(StatementRdf, PartsOfASumAreWrittenOnlyWithTheSum) {
  struct Row {
    model::StatementAmount sum = model::StatementAmount::kAssets;
    std::string part = {};
  };
  for (const Row& row :
       std::vector<Row>{{model::StatementAmount::kEquityAndDebt, "br:gjeldOversikt"},
                        {model::StatementAmount::kEquity, "br:innskuttEgenkapital"},
                        {model::StatementAmount::kDebt, "br:langsiktigGjeld"},
                        {model::StatementAmount::kAssets, "br:omloepsmidler"},
                        {model::StatementAmount::kNetFinance, "br:finanskostnad"},
                        {model::StatementAmount::kOperatingResult, "br:driftsinntekter"}}) {
    model::Statement statement;
    for (model::Amount& amount : statement.amounts) amount = base::Decimal();
    EXPECT_NE(TextOf(statement).find(row.part + " ["), std::string::npos) << row.part;
    statement.At(row.sum).reset();
    EXPECT_EQ(TextOf(statement).find(row.part + " ["), std::string::npos) << row.part;
  }
}

TEST(StatementRdf, FieldsWithoutAGraphNameAreLeftOut) {
  model::Statement statement;
  statement.journal_number = "JOURNAL";
  statement.type = model::StatementType::kGroup;
  const std::string text = TextOf(statement);
  EXPECT_EQ(text.find("JOURNAL"), std::string::npos);
  EXPECT_EQ(text.find("KONSERN"), std::string::npos);
}

}  // namespace
}  // namespace orgreg::render
