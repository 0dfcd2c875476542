// SPDX-License-Identifier: EUPL-1.2

#include "api/reference_page/reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "api/interface_document/document.h"
#include "api/interface_document/node.h"
#include "api/routes.h"

namespace orgreg::api {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ReferencePage, HasAnAnchorForEachOperation) {
  const std::string page = ReferencePage(InterfaceDocument(Routes()));
  for (const RouteRow& row : Routes())
    EXPECT_THAT(page, HasSubstr("id=\"" + std::string(row.at.operation) + "\""));
}

TEST(ReferencePage, HasEachSchemaThatItLeadsTo) {
  const std::string page = ReferencePage(InterfaceDocument(Routes()));
  constexpr std::string_view kLink = "href=\"#schema-";
  std::size_t links = 0;
  for (std::size_t at = page.find(kLink); at != std::string::npos; at = page.find(kLink, at + 1)) {
    const std::size_t begin = at + kLink.size();
    const std::string name = page.substr(begin, page.find('"', begin) - begin);
    EXPECT_THAT(page, HasSubstr("id=\"schema-" + name + "\""));
    ++links;
  }
  EXPECT_GT(links, 100U);
}

// A document whose texts would be HTML.
Node Hostile() {
  constexpr std::string_view kText = "<script>alert(\"1\")</script>'&";
  Node operation = Node::Object()
                       .With("operationId", Node::Text("a\" onclick=\"b"))
                       .With("summary", Node::Text(kText));
  operation.Set("tags", Node::List()).Add(Node::Text("t"));
  Node document = Node::Object();
  document.Set("info", Node::Object().With("description", Node::Text(kText)));
  document.Set("tags", Node::List())
      .Add(Node::Object().With("name", Node::Text("t")).With("description", Node::Text(kText)));
  document.Set("paths",
               Node::Object().With(kText, Node::Object().With("get", std::move(operation))));
  return document;
}

TEST(ReferencePage, WritesNoTextAsHtml) {
  const std::string page = ReferencePage(Hostile());
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<script>")));
  EXPECT_THAT(page, Not(HasSubstr("onclick=\"")));
}

}  // namespace
}  // namespace orgreg::api
