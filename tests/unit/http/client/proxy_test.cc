// SPDX-License-Identifier: EUPL-1.2

#include "http/client/proxy.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace orgreg::http {
namespace {

using Variables = std::map<std::string, std::string>;

base::Result<std::optional<Url>> Find(const std::string& url, const Variables& variables) {
  return ProxyFor(*ParseUrl(url), [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
  });
}

TEST(Proxy, IsTheFirstThatIsNamed) {
  const Variables all = {{"https_proxy", "http://a.test:1"},
                         {"HTTPS_PROXY", "http://b.test:2"},
                         {"all_proxy", "c.test:3"},
                         {"ALL_PROXY", "http://d.test"},
                         {"http_proxy", "http://e.test:5"}};
  Variables left = all;
  for (const auto& [name, expected] :
       {std::pair("https_proxy", "a.test:1"), std::pair("HTTPS_PROXY", "b.test:2"),
        std::pair("all_proxy", "c.test:3"), std::pair("ALL_PROXY", "d.test:1080")}) {
    const auto proxy = Find("https://token.example.test/", left);
    ASSERT_TRUE(proxy.ok() && *proxy) << name;
    EXPECT_EQ(HostAndPort(**proxy), expected);
    left.erase(name);
  }
  const auto none = Find("https://token.example.test/", left);
  EXPECT_TRUE(none.ok() && !*none);
}

TEST(Proxy, IsNotUsedForLoopbackNorHttp) {
  const Variables all = {{"all_proxy", "http://a.test:1"}, {"http_proxy", "http://a.test:1"}};
  for (const char* const url : {"https://localhost/", "https://127.0.0.1/", "https://[::1]/",
                                "http://127.0.0.1/", "http://a.test/"}) {
    const auto proxy = Find(url, all);
    EXPECT_TRUE(proxy.ok() && !*proxy) << url;
  }
}

TEST(Proxy, HasExceptions) {
  for (const char* const list : {"*", "token.example.test", "a.test,example.test", ".example.test",
                                 "a.test, TEST", "a.test\ttest", ",,Token.Example.Test"}) {
    const auto proxy = Find("https://token.example.test/",
                            {{"https_proxy", "http://a.test:1"}, {"no_proxy", list}});
    EXPECT_TRUE(proxy.ok() && !*proxy) << list;
  }
  for (const char* const list : {",", ".", "ken.example.test", "x.token.example.test", "example"}) {
    const auto proxy = Find("https://token.example.test/",
                            {{"https_proxy", "http://a.test:1"}, {"NO_PROXY", list}});
    EXPECT_TRUE(proxy.ok() && *proxy) << list;
  }
  const auto part_of_an_address =
      Find("https://10.0.0.1/", {{"https_proxy", "http://a.test:1"}, {"no_proxy", "0.0.1"}});
  EXPECT_TRUE(part_of_an_address.ok() && *part_of_an_address);
}

TEST(Proxy, IsRefusedUnlessItSpeaksHttp) {
  for (const char* const value : {"socks5://user:secret@a.test:1", "https://user:secret@a.test:1",
                                  "http://user:secret@a b", "user:secret@a.test:x"}) {
    const auto proxy = Find("https://token.example.test/", {{"https_proxy", value}});
    ASSERT_FALSE(proxy.ok()) << value;
    EXPECT_TRUE(proxy.error().message.starts_with("https_proxy: ")) << proxy.error().message;
    EXPECT_EQ(proxy.error().message.find("secret"), std::string::npos);
  }
  for (const char* const value : {"socks5h://a.test:1", "SOCKS4://a.test", "https://a.test:1"}) {
    const auto proxy = Find("https://token.example.test/", {{"all_proxy", value}});
    ASSERT_FALSE(proxy.ok()) << value;
    EXPECT_EQ(proxy.error().message,
              "all_proxy: only a proxy with an http address can be used, not one of SOCKS or "
              "https; no_proxy names hosts that need no proxy");
  }
}

}  // namespace
}  // namespace orgreg::http
