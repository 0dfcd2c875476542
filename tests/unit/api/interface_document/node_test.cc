// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_document/node.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orgreg::api {
namespace {

TEST(Node, ReplacesAMemberInItsPlace) {
  Node object = Node::Object();
  object.Set("a", Node::Whole(1));
  object.Set("b", Node::Whole(2));
  object.Set("a", Node::Text("x"));
  EXPECT_EQ(ToJson(object), "{\"a\":\"x\",\"b\":2}\n");
}

TEST(Node, WritesListsAndLiteralsAsJson) {
  Node list = Node::List();
  list.Add(Node::Flag(true));
  list.Add(Node::Literal(R"({"x":[]})"));
  list.Add(Node::Object());
  EXPECT_EQ(ToJson(list), "[true,{\"x\":[]},{}]\n");
}

TEST(Node, WritesYamlInBlocks) {
  Node document = Node::Object();
  document.Set("openapi", Node::Text("3.1.0"));
  Node& tags = document.Set("tags", Node::List());
  tags.Add(Node::Object().With("name", Node::Text("roles")).With("x", Node::Whole(1)));
  tags.Add(Node::Text("plain words"));
  document.Set("200", Node::Object());
  EXPECT_EQ(ToYaml(document),
            "---\n"
            "openapi: \"3.1.0\"\n"
            "tags:\n"
            "  -\n"
            "    name: roles\n"
            "    x: 1\n"
            "  - plain words\n"
            "\"200\": {}\n");
}

TEST(Node, QuotesTextsThatYamlWouldTakeForSomethingElse) {
  for (const std::string_view text :
       {"",   "true", "No", "null", "1.0", "a: b", "a #b", "- a", " a", "a ", "{a", "[a",
        "*a", "&a",   "!a", "a\nb", "%a",  "@a",   "'a",   "\"a", "~",  "?",  "=",  "2026-01-01"}) {
    const std::string yaml = ToYaml(Node::Object().With("k", Node::Text(text)));
    EXPECT_TRUE(yaml.starts_with("---\nk: \"")) << yaml;
  }
}

}  // namespace
}  // namespace orgreg::api
