// SPDX-License-Identifier: EUPL-1.2

#include "http/client/url.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace orgreg::http {
namespace {

struct Valid {
  const char* text = "";
  bool is_tls = false;
  const char* host = "";
  std::uint16_t port = 0;
  const char* target = "/";
  const char* field = "";
};

TEST(Url, HasItsParts) {
  for (const Valid& row : {
           Valid{"https://token.example.test/jwk", true, "token.example.test", 443, "/jwk",
                 "token.example.test"},
           Valid{"HTTPS://a.test", true, "a.test", 443, "/", "a.test"},
           Valid{"http://localhost:8080/a/b?c=d&e=/#f?", false, "localhost", 8080, "/a/b?c=d&e=/",
                 "localhost:8080"},
           Valid{"https://a.test:443?x", true, "a.test", 443, "/?x", "a.test"},
           Valid{"https://a.test:80/", true, "a.test", 80, "/", "a.test:80"},
           Valid{"https://a.test:/", true, "a.test", 443, "/", "a.test"},
           Valid{"http://a.test#f", false, "a.test", 80, "/", "a.test"},
           Valid{"http://127.0.0.1:1/", false, "127.0.0.1", 1, "/", "127.0.0.1:1"},
           Valid{"https://[2001:db8::1]:8443/jwk", true, "2001:db8::1", 8443, "/jwk",
                 "[2001:db8::1]:8443"},
           Valid{"http://[::1]/", false, "::1", 80, "/", "[::1]"},
           Valid{"https://a.test/keys@here", true, "a.test", 443, "/keys@here", "a.test"},
           Valid{"https://a.test:65535/%20", true, "a.test", 65535, "/%20", "a.test:65535"},
       }) {
    const auto url = ParseUrl(row.text);
    ASSERT_TRUE(url.ok()) << row.text << ": " << url.error().message;
    EXPECT_EQ(url->is_tls, row.is_tls) << row.text;
    EXPECT_EQ(url->host, row.host) << row.text;
    EXPECT_EQ(url->port, row.port) << row.text;
    EXPECT_EQ(url->target, row.target) << row.text;
    EXPECT_EQ(HostField(*url), row.field) << row.text;
    EXPECT_FALSE(url->has_user_info) << row.text;
  }
}

TEST(Url, KeepsItsUserInformationApart) {
  const auto url = ParseUrl("http://user:p%40ss@proxy.test:3128");
  ASSERT_TRUE(url.ok());
  EXPECT_EQ(url->user_info, "user:p%40ss");
  EXPECT_EQ(url->host, "proxy.test");
  const auto empty = ParseUrl("https://@a.test/");
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty->has_user_info);
}

TEST(Url, IsRefused) {
  for (const char* const text : {"",
                                 "a.test",
                                 "/a",
                                 "://",
                                 "://a.test",
                                 "ftp://a.test/",
                                 "file:///etc/passwd",
                                 "https://",
                                 "https:///x",
                                 "https://:443/",
                                 "https://a b/",
                                 "https://a.test/a b",
                                 "https://a.test/\n",
                                 "https://a.test/\r\nX: y",
                                 "https://a.test/\x01",
                                 "https://a.test/\x7f",
                                 "https://b\xc3\xa5.test/",
                                 "https://a.test/\"",
                                 "https://a.test\\b",
                                 "https://a.test:0/",
                                 "https://a.test:65536/",
                                 "https://a.test:+80/",
                                 "https://a.test:-1/",
                                 "https://a.test:8x/",
                                 "https://a.test:1:2/",
                                 "https://[::1/",
                                 "https://[]/",
                                 "https://[127.0.0.1]/",
                                 "https://[::1]x/",
                                 "https://[fe80::1%eth0]/",
                                 "https://::1/",
                                 "https://a%2eb/",
                                 "https://a,b/",
                                 "https://a.test;b/"})
    EXPECT_FALSE(ParseUrl(text).ok()) << text;
  EXPECT_FALSE(ParseUrl("https://" + std::string(254, 'a') + "/").ok());
  EXPECT_TRUE(ParseUrl("https://" + std::string(253, 'a') + "/").ok());
}

TEST(Url, IsNotRepeatedByAMessage) {
  for (const char* const text : {"https://user:secret@a b/", "gopher://user:secret@a.test/",
                                 "https://user:secret@a.test:x/", "https://user:secret@[::1/"}) {
    const auto url = ParseUrl(text);
    ASSERT_FALSE(url.ok()) << text;
    EXPECT_EQ(url.error().message.find("secret"), std::string::npos) << text;
  }
}

TEST(Url, KnowsLoopback) {
  for (const char* const host :
       {"localhost", "LocalHost", "127.0.0.1", "127.255.1.2", "::1", "0::1"})
    EXPECT_TRUE(IsLoopback(host)) << host;
  for (const char* const host :
       {"", "localhost.test", "128.0.0.1", "0.0.0.0", "::", "::ffff:10.0.0.1", "127.1",
        "127.0.0.1.test", "2130706433", "0x7f.0.0.1"})
    EXPECT_FALSE(IsLoopback(host)) << host;
}

}  // namespace
}  // namespace orgreg::http
