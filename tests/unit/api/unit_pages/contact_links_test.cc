// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/contact_links.h"

#include <gtest/gtest.h>

#include <string>

namespace orgreg::api {
namespace {

TEST(WebLink, GetsASchemeIfItHasNone) {
  EXPECT_EQ(WebLink("www.example.no"), "https://www.example.no");
  EXPECT_EQ(WebLink("example.no/om oss"), "");
  EXPECT_EQ(WebLink("example.no/om-oss?a=1&b=2#c"), "https://example.no/om-oss?a=1&b=2#c");
  EXPECT_EQ(WebLink("example.no:8080"), "https://example.no:8080");
  EXPECT_EQ(WebLink("example.no:65535"), "https://example.no:65535");
  EXPECT_EQ(WebLink("bl\xC3\xA5.no"), "https://bl\xC3\xA5.no");
}

TEST(WebLink, KeepsHttpAndHttps) {
  EXPECT_EQ(WebLink("http://example.no/"), "http://example.no/");
  EXPECT_EQ(WebLink("HTTPS://Example.NO"), "https://Example.NO");
}

TEST(WebLink, TakesNothingElse) {
  for (const std::string_view wrong : {"",
                                       " ",
                                       "example",
                                       "javascript:alert(1)",
                                       "javascript://example.no/%0aalert(1)",
                                       "data:text/html,x.no",
                                       "ftp://example.no",
                                       "mailto:a@example.no",
                                       "//example.no",
                                       "https://",
                                       "https://https://example.no",
                                       "user@example.no",
                                       "https://a:b@example.no",
                                       "https://example.no@evil.test",
                                       "127.0.0.1",
                                       "https://[::1]/",
                                       "localhost",
                                       "example..no",
                                       ".example.no",
                                       "-example.no",
                                       "example.no:",
                                       "example.no:port",
                                       "example.no:123456",
                                       "example.no:65536",
                                       "example.no/\"onclick=",
                                       "example.no/<b>",
                                       "example.no\\evil.test",
                                       "example.no/a\nb",
                                       "www.example.no og www.example.com",
                                       "http:/example.no",
                                       "https:example.no"}) {
    EXPECT_EQ(WebLink(wrong), "") << wrong;
  }
  EXPECT_EQ(WebLink(std::string(3000, 'a').append(".no")), "");
}

TEST(IsMailAddress, TakesOnePlainAddress) {
  EXPECT_TRUE(IsMailAddress("post@example.no"));
  EXPECT_TRUE(IsMailAddress("fornavn.etternavn+liste@sub.example.no"));
  for (const std::string_view wrong :
       {"", "post", "post@", "@example.no", "post@example", "a@b@example.no", "a b@example.no",
        "post@example.no?subject=x", "post@example.no&cc=a@b.no", "a@example.no,b@example.no",
        "Navn <post@example.no>", "post@example.no\n", "mailto:post@example.no"}) {
    EXPECT_FALSE(IsMailAddress(wrong)) << wrong;
  }
  EXPECT_FALSE(IsMailAddress(std::string(300, 'a').append("@example.no")));
}

// Such a link would lead elsewhere than it seems to.
TEST(Links, HaveNoSignsThatNobodySees) {
  for (const std::string_view unseen :
       {"\xC2\x85", "\xC2\xA0", "\xC2\xAD", "\xE2\x80\x8B", "\xE2\x80\x8F", "\xE2\x80\xA8",
        "\xE2\x80\xAE", "\xE2\x81\xA0", "\xE2\x81\xA9", "\xEF\xBB\xBF", "\xEF\xB7\x90",
        "\xEF\xBF\xBE", "\xF0\x9F\xBF\xBF", "\xFF", "\xC3"}) {
    const std::string name = std::string("a").append(unseen).append("b");
    EXPECT_EQ(WebLink(name + ".no"), "") << name;
    EXPECT_EQ(WebLink("example.no/" + name), "") << name;
    EXPECT_FALSE(IsMailAddress(name + "@example.no")) << name;
    EXPECT_FALSE(IsMailAddress("post@" + name + ".no")) << name;
  }
  EXPECT_EQ(WebLink("example.no/\xE2\x80\x93\xF0\x9F\x98\x80"),
            "https://example.no/\xE2\x80\x93\xF0\x9F\x98\x80");
  EXPECT_TRUE(IsMailAddress("bl\xC3\xA5@bl\xC3\xA5.no"));
}

TEST(DialNumber, LeavesOutTheUsualSigns) {
  EXPECT_EQ(DialNumber("22 33 44 55"), "22334455");
  EXPECT_EQ(DialNumber("+47 (22) 33-44.55"), "+4722334455");
  EXPECT_EQ(DialNumber("110"), "110");
}

TEST(DialNumber, TakesNoOtherText) {
  for (const std::string_view wrong :
       {"", "+", "12", "22 33 44 55 / 66", "22+334455", "tel:22334455", "22334455;ext=1",
        "1234567890123456", "ring oss"}) {
    EXPECT_EQ(DialNumber(wrong), "") << wrong;
  }
}

}  // namespace
}  // namespace orgreg::api
