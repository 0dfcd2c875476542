// SPDX-License-Identifier: EUPL-1.2

#include "api/reference_page/schema_rows.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "api/interface_document/node.h"

namespace orgreg::api {
namespace {

// The parts in one text; names of schemas in brackets.
std::string Words(const Node& schema) {
  std::string words;
  for (const TypePart& part : DescribeType(schema)) {
    words.append(part.words);
    if (!part.schema.empty()) words.append("<").append(part.schema).append(">");
  }
  return words;
}

Node Typed(std::string_view type) { return Node::Object().With("type", Node::Text(type)); }

TEST(DescribeType, SaysTypesAndLimitsInWords) {
  EXPECT_EQ(Words(Typed("string")), "text");
  EXPECT_EQ(Words(Typed("integer").With("minimum", Node::Whole(1)).With("maximum", Node::Whole(9))),
            "whole number, at least 1, at most 9");
  EXPECT_EQ(Words(Typed("string").With("format", Node::Text("date"))), "text, date");
  EXPECT_EQ(Words(Node::Object()), "any value");
}

TEST(DescribeType, NamesTheValuesOfAnEnumeration) {
  Node values = Node::List();
  values.Add(Node::Text("a"));
  values.Add(Node::Text("b"));
  EXPECT_EQ(Words(Typed("string").With("enum", std::move(values))), "text: a, b");
}

TEST(DescribeType, LeadsToSchemasThatHaveAName) {
  EXPECT_EQ(Words(Node::Reference("#/components/schemas/Entity")), "<Entity>");
  EXPECT_EQ(Words(Typed("array").With("items", Node::Reference("#/components/schemas/Entity"))),
            "list of <Entity>");
}

TEST(DescribeType, JoinsChoices) {
  Node choices = Node::List();
  choices.Add(Node::Reference("#/components/schemas/Entity"));
  choices.Add(Typed("null"));
  EXPECT_EQ(Words(Node::Object().With("oneOf", std::move(choices))), "<Entity> or null");
}

TEST(MembersOf, EntersObjectsWithoutANameOfTheirOwn) {
  Node inner = Typed("object");
  inner.Set("properties", Node::Object().With("b", Typed("string")));
  Node outer = Typed("object");
  outer.Set("properties", Node::Object()
                              .With("a", std::move(inner))
                              .With("c", Node::Reference("#/components/schemas/C")));
  outer.Set("required", Node::List()).Add(Node::Text("c"));
  const std::vector<MemberRow> rows = MembersOf(outer);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].name, "a");
  EXPECT_EQ(rows[1].name, "a.b");
  EXPECT_EQ(rows[2].name, "c");
  EXPECT_FALSE(rows[0].is_required);
  EXPECT_TRUE(rows[2].is_required);
}

TEST(MembersOf, MarksObjectsOfAList) {
  Node element = Typed("object");
  element.Set("properties", Node::Object().With("b", Typed("string")));
  Node list = Typed("array").With("items", std::move(element));
  EXPECT_EQ(MembersOf(list).front().name, "[].b");
  const Node outer = Typed("object").With("properties", Node::Object().With("a", std::move(list)));
  EXPECT_EQ(MembersOf(outer).back().name, "a[].b");
}

}  // namespace
}  // namespace orgreg::api
