// SPDX-License-Identifier: EUPL-1.2

#include "api/turtle.h"

#include <gtest/gtest.h>

#include <string>

namespace orgreg::api {
namespace {

TEST(IriTerm, KeepsWhatAnIriMayHave) {
  EXPECT_EQ(IriTerm("https://r.example:80/a%20b?c=d&e='f'#g"),
            "<https://r.example:80/a%20b?c=d&e='f'#g>");
  EXPECT_EQ(IriTerm("https://r.example/ø"), "<https://r.example/ø>");
}

TEST(IriTerm, WritesWhatWouldEndItWithPercentSigns) {
  EXPECT_EQ(IriTerm("a> .\n<b"), "<a%3E%20.%0A%3Cb>");
  EXPECT_EQ(IriTerm("\"{}|^`\\\x7f"), "<%22%7B%7D%7C%5E%60%5C%7F>");
}

TEST(TextTerm, EscapesWhatWouldEndIt) {
  EXPECT_EQ(TextTerm("a \"b\" \\ c\r\nd <e>"), R"("a \"b\" \\ c\r\nd <e>")");
  EXPECT_EQ(TextTerm(""), R"("")");
}

TEST(TextTerm, SaysItsLanguage) { EXPECT_EQ(TextTerm("Søk", "nb"), "\"Søk\"@nb"); }

TEST(TypedTerm, SaysItsType) { EXPECT_EQ(TypedTerm("7", "xsd:integer"), "\"7\"^^xsd:integer"); }

TEST(TurtleNode, IsWrittenInsideAnotherOrByItsIri) {
  TurtleNode node("foaf:Agent");
  node.Add("foaf:name", TextTerm("A"));
  EXPECT_EQ(node.Nested(), "[ a foaf:Agent ; foaf:name \"A\" ]");
  std::string text;
  node.AppendAs("https://a.example", &text);
  EXPECT_EQ(text, "\n<https://a.example>\n    a foaf:Agent ;\n    foaf:name \"A\" .\n");
}

}  // namespace
}  // namespace orgreg::api
