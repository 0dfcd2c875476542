// SPDX-License-Identifier: EUPL-1.2

#include "api/browse_pages/atom_feed.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace orgreg::api {
namespace {

std::string Written(const AtomFeed& feed) {
  std::string xml;
  AppendAtom(feed, &xml);
  return xml;
}

AtomFeed FeedTitled(std::string title) {
  return {.id = "https://host/a",
          .language = "nn",
          .title = std::move(title),
          .author = "Registeret",
          .self = "https://host/a",
          .page = "https://host/b"};
}

bool Has(const std::string& xml, std::string_view part) {
  return xml.find(part) != std::string::npos;
}

TEST(AppendAtom, WritesAFeedWithoutEntries) {
  EXPECT_EQ(Written(FeedTitled("T")),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"nn\">\n"
            "<id>https://host/a</id>\n"
            "<title>T</title>\n"
            "<updated>1970-01-01T00:00:00.000Z</updated>\n"
            "<link rel=\"self\" type=\"application/atom+xml\" href=\"https://host/a\"/>\n"
            "<link rel=\"alternate\" type=\"text/html\" href=\"https://host/b\"/>\n"
            "<author><name>Registeret</name>\n"
            "</author>\n"
            "</feed>\n");
}

TEST(AppendAtom, WritesEntriesInTheirOrder) {
  AtomFeed feed = FeedTitled("T");
  feed.entries = {{.id = "tag:host,2026-01-02:update/2", .title = "B", .category = "entity"},
                  {.id = "tag:host,2026-01-01:update/1", .title = "A", .category = "entity"}};
  const std::string xml = Written(feed);
  const std::size_t first = xml.find("<id>tag:host,2026-01-02:update/2</id>\n<title>B</title>");
  const std::size_t second = xml.find("<id>tag:host,2026-01-01:update/1</id>\n<title>A</title>");
  ASSERT_NE(first, std::string::npos);
  ASSERT_NE(second, std::string::npos);
  EXPECT_LT(first, second);
}

TEST(AppendAtom, EscapesMarkupInEveryText) {
  AtomFeed feed = FeedTitled("</title><script>&");
  feed.author = "<b>";
  feed.entries = {{.id = "a&b", .title = "<i>", .summary = "]]>&amp;"}};
  const std::string xml = Written(feed);
  EXPECT_TRUE(Has(xml, "<title>&lt;/title&gt;&lt;script&gt;&amp;</title>"));
  EXPECT_TRUE(Has(xml, "<name>&lt;b&gt;</name>"));
  EXPECT_TRUE(Has(xml, "<id>a&amp;b</id>"));
  EXPECT_TRUE(Has(xml, "<title>&lt;i&gt;</title>"));
  EXPECT_TRUE(Has(xml, "<summary>]]&gt;&amp;amp;</summary>"));
}

TEST(AppendAtom, EscapesQuotesInAttributes) {
  AtomFeed feed = FeedTitled("T");
  feed.page = "https://host/b?a=\"><x>";
  feed.entries = {{.category = "\"", .link = "https://host/'\""}};
  const std::string xml = Written(feed);
  EXPECT_FALSE(Has(xml, "<x>"));
  EXPECT_TRUE(Has(xml, "href=\"https://host/b?a=&quot;&gt;&lt;x&gt;\""));
  EXPECT_TRUE(Has(xml, "<category term=\"&quot;\"/>"));
}

TEST(AppendAtom, ReplacesCharactersThatXmlCannotHold) {
  EXPECT_TRUE(
      Has(Written(FeedTitled(std::string("a\x01\x1F") + "b")), "<title>a\uFFFD\uFFFDb</title>"));
}

}  // namespace
}  // namespace orgreg::api
