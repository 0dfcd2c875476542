#include "api/origin.h"

#include <gtest/gtest.h>

namespace orgreg::api {
namespace {

struct Sent {
  std::string_view host;
  std::string_view peer = "127.0.0.1";
  std::string_view forwarded_host = {};
  std::string_view forwarded_proto = {};
  std::uint16_t local_port = 0;
};

std::string Find(const OriginSettings& settings, const Sent& sent) {
  const auto finder = OriginFinder::Make(settings);
  EXPECT_TRUE(finder);
  std::vector<http::Field> fields;
  if (!sent.forwarded_host.empty())
    fields.push_back({.name = "X-Forwarded-Host", .value = sent.forwarded_host});
  if (!sent.forwarded_proto.empty())
    fields.push_back({.name = "x-forwarded-proto", .value = sent.forwarded_proto});
  http::Request request;
  request.host = sent.host;
  request.peer = sent.peer;
  request.local_port = sent.local_port;
  request.fields = fields;
  std::string origin;
  return finder->Find(request, &origin) ? origin : "refused";
}

TEST(OriginFinder, PrefersTheSetting) {
  EXPECT_EQ(Find({.public_url = "https://register.example"}, {.host = "anything.else"}),
            "https://register.example");
}

TEST(OriginFinder, AnswersForLoopbackAndAllowedHosts) {
  const OriginSettings settings{.allowed_hosts = {"register.example"}};
  EXPECT_EQ(Find(settings, {.host = "localhost:8080"}), "http://localhost:8080");
  EXPECT_EQ(Find(settings, {.host = "127.0.0.1:8080"}), "http://127.0.0.1:8080");
  EXPECT_EQ(Find(settings, {.host = "[::1]:8080"}), "http://[::1]:8080");
  EXPECT_EQ(Find(settings, {.host = "Register.Example"}), "http://Register.Example");
  for (const char* host : {"evil.example", "register.example.evil", "localhost.evil", "10.0.0.1",
                           "register.example\"", "a/b", "user@localhost", "[", "127.0.0.1.evil"}) {
    EXPECT_EQ(Find(settings, {.host = host}), "refused") << host;
  }
}

TEST(OriginFinder, KeepsThePortOfARequestWithoutHost) {
  EXPECT_EQ(Find({}, {.host = "", .local_port = 8080}), "http://localhost:8080");
  EXPECT_EQ(Find({}, {.host = "", .local_port = 80}), "http://localhost");
  // Over a Unix socket there is none.
  EXPECT_EQ(Find({}, {.host = "", .peer = "unix"}), "http://localhost");
  EXPECT_EQ(Find({}, {.host = "localhost", .local_port = 8080}), "http://localhost");
  EXPECT_EQ(Find({.public_url = "https://register.example"}, {.host = "", .local_port = 8080}),
            "https://register.example");
}

TEST(OriginFinder, BelievesTrustedProxiesOnly) {
  const OriginSettings settings{.allowed_hosts = {"register.example"},
                                .trusted_proxies = {"10.0.0.0/8", "192.168.1.7", "fd00::/8"}};
  const auto forwarded = [](std::string_view peer) {
    return Sent{.host = "localhost",
                .peer = peer,
                .forwarded_host = "register.example, inner",
                .forwarded_proto = "https"};
  };
  for (const char* peer : {"10.1.2.3", "192.168.1.7", "fd00::1"})
    EXPECT_EQ(Find(settings, forwarded(peer)), "https://register.example") << peer;
  for (const char* peer : {"11.0.0.1", "192.168.1.8", "fe80::1", "127.0.0.1"})
    EXPECT_EQ(Find(settings, forwarded(peer)), "http://localhost") << peer;
  EXPECT_EQ(
      Find(settings, {.host = "localhost", .peer = "10.1.2.3", .forwarded_host = "evil.example"}),
      "refused");
}

TEST(OriginFinder, RefusesWrongNetworks) {
  for (const char* proxy : {"proxy.example", "10.0.0.0/33", "300.1.1.1", "", "fd00::/200"}) {
    EXPECT_FALSE(OriginFinder::Make({.trusted_proxies = {proxy}})) << proxy;
  }
}

// What each X-Forwarded-For says, and whom the request is then from.
std::string Client(std::string_view peer, const std::vector<std::string_view>& forwarded) {
  const auto finder = OriginFinder::Make({.trusted_proxies = {"10.0.0.0/8", "fd00::/8"}});
  EXPECT_TRUE(finder);
  std::vector<http::Field> fields;
  for (const std::string_view list : forwarded) {
    fields.push_back({.name = "X-Forwarded-For", .value = list});
  }
  http::Request request;
  request.peer = peer;
  request.fields = fields;
  return std::string(finder->ClientOf(request));
}

TEST(OriginFinder, TellsWhomATrustedProxyServes) {
  EXPECT_EQ(Client("10.0.0.1", {"192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(Client("10.0.0.1", {"2001:db8::1"}), "2001:db8::1");
  EXPECT_EQ(Client("fd00::1", {" 192.0.2.1 , 10.0.0.2"}), "192.0.2.1");
  EXPECT_EQ(Client("10.0.0.1", {"192.0.2.1", "10.0.0.2"}), "192.0.2.1");
  // What a client says of itself stands before what the proxy saw.
  EXPECT_EQ(Client("10.0.0.1", {"198.51.100.9, 192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(Client("10.0.0.1", {"198.51.100.9", "192.0.2.1, 10.0.0.2"}), "192.0.2.1");
}

TEST(OriginFinder, TakesNothingElseForAClient) {
  EXPECT_EQ(Client("192.0.2.1", {"198.51.100.9"}), "192.0.2.1");
  EXPECT_EQ(Client("unix", {"198.51.100.9"}), "unix");
  EXPECT_EQ(Client("10.0.0.1", {}), "10.0.0.1");
  for (const char* list :
       {"", " ", ",", "unknown", "192.0.2.1:80", "192.0.2.1,", "\"192.0.2.1\""}) {
    EXPECT_EQ(Client("10.0.0.1", {list}), "10.0.0.1") << list;
  }
  EXPECT_EQ(Client("10.0.0.1", {"192.0.2.1, x, 10.0.0.2"}), "10.0.0.2");
}

}  // namespace
}  // namespace orgreg::api
