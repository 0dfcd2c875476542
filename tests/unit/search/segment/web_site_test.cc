// SPDX-License-Identifier: EUPL-1.2

#include "search/segment/web_site.h"

#include <gtest/gtest.h>

namespace orgreg::search {
namespace {

TEST(CutWebSite, LeavesOutSchemeAndWwwAndFinalSlash) {
  for (const char* text :
       {"x.example", "www.x.example", "WWW.X.example", "http://x.example", "https://www.x.example/",
        "HTTPS://WWW.X.EXAMPLE", "  x.example ", "https://x.example/?", "x.example//"}) {
    const WebSite site = CutWebSite(text);
    EXPECT_EQ(site.host, "x example") << text;
    EXPECT_EQ(site.path, "") << text;
  }
}

TEST(CutWebSite, SeparatesThePathFromTheHost) {
  for (const char* text : {"x.example/om-oss", "https://www.x.example/om/oss/", "x.example?om=oss",
                           "http://x.example#om-oss"}) {
    const WebSite site = CutWebSite(text);
    EXPECT_EQ(site.host, "x example") << text;
    EXPECT_EQ(site.path, "om oss") << text;
  }
  EXPECT_EQ(CutWebSite("a.example/?to=http://b.example").host, "a example");
}

TEST(CutWebSite, TreatsTextsWithoutAHostAsWords) {
  EXPECT_EQ(CutWebSite("www").host, "www");
  EXPECT_EQ(CutWebSite("www.").host, "www");
  EXPECT_EQ(CutWebSite("https://").host, "https");
  EXPECT_EQ(CutWebSite("/om-oss").host, "om oss");
  EXPECT_EQ(CutWebSite("www./om").host, "www om");
  EXPECT_EQ(CutWebSite("wwwx.example").host, "wwwx example");
  EXPECT_EQ(CutWebSite("!").host, "");
  EXPECT_EQ(CutWebSite("").host, "");
}

}  // namespace
}  // namespace orgreg::search
