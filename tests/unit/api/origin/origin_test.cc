// SPDX-License-Identifier: EUPL-1.2

#include "api/origin/origin.h"

#include <gtest/gtest.h>

#include <array>

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
                           "register.example\"", "a/b", "user@localhost", "[", "127.0.0.1.evil",
                           "[::1]evil.example", "register.example:evil", "localhost:80.evil"}) {
    EXPECT_EQ(Find(settings, {.host = host}), "refused") << host;
  }
}

TEST(OriginFinder, SaysThatAConnectionOfTlsIsOne) {
  const auto origin_of = [](std::string_view host, std::string_view proto, std::uint16_t port) {
    auto finder = OriginFinder::Make({.trusted_proxies = {"127.0.0.1"}});
    const std::array<http::Field, 1> fields = {{{.name = "X-Forwarded-Proto", .value = proto}}};
    http::Request request{.host = host, .peer = "127.0.0.1", .fields = fields};
    request.local_port = port;
    request.is_secured = true;
    std::string origin;
    return finder->Find(request, &origin) ? origin : "refused";
  };
  EXPECT_EQ(origin_of("localhost:8443", "", 8443), "https://localhost:8443");
  EXPECT_EQ(origin_of("", "", 8443), "https://localhost:8443");
  EXPECT_EQ(origin_of("", "", 443), "https://localhost");
  EXPECT_EQ(origin_of("", "", 80), "https://localhost:80");
  // The client of a proxy used plain HTTP, and so must the link.
  EXPECT_EQ(origin_of("localhost", "http", 443), "http://localhost");
  EXPECT_EQ(origin_of("localhost", "ftp", 443), "https://localhost");
}

struct Way {
  std::string_view peer;
  bool is_secured = false;
  std::string_view proto = {};
  std::string_view forwarded = {};
};

bool IsSafe(const OriginSettings& settings, const Way& way) {
  const std::array<http::Field, 2> fields = {{{.name = "X-Forwarded-Proto", .value = way.proto},
                                              {.name = "Forwarded", .value = way.forwarded}}};
  http::Request request{.host = "localhost", .peer = way.peer, .fields = fields};
  request.is_secured = way.is_secured;
  return OriginFinder::Make(settings)->IsSafe(request);
}

TEST(OriginFinder, TakesSecretsOverTlsAndFromThisMachineAlone) {
  for (const std::string_view peer : {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "unix"})
    EXPECT_TRUE(IsSafe({}, {.peer = peer})) << peer;
  for (const std::string_view peer :
       {"192.0.2.1", "10.0.0.1", "2001:db8::1", "128.0.0.1", "", "x"}) {
    EXPECT_FALSE(IsSafe({}, {.peer = peer})) << peer;
    EXPECT_TRUE(IsSafe({}, {.peer = peer, .is_secured = true})) << peer;
    EXPECT_TRUE(IsSafe({.allows_plain_secrets = true}, {.peer = peer})) << peer;
  }
}

TEST(OriginFinder, BelievesTrustedProxiesThatTheirClientUsedPlainHttp) {
  const OriginSettings behind{.trusted_proxies = {"127.0.0.1", "192.0.2.0/24"}};
  EXPECT_FALSE(IsSafe(behind, {.peer = "127.0.0.1", .proto = "http"}));
  EXPECT_FALSE(IsSafe(behind, {.peer = "127.0.0.1", .proto = "HTTP"}));
  EXPECT_FALSE(IsSafe(behind, {.peer = "192.0.2.1", .is_secured = true, .proto = "http"}));
  EXPECT_TRUE(IsSafe(behind, {.peer = "127.0.0.1", .proto = "https"}));
  EXPECT_TRUE(IsSafe(behind, {.peer = "127.0.0.1"}));
  EXPECT_TRUE(IsSafe(behind, {.peer = "192.0.2.1", .is_secured = true, .proto = "https"}));
  // It came over a network to this machine, whatever the proxy had from its client.
  EXPECT_FALSE(IsSafe(behind, {.peer = "192.0.2.1", .proto = "https"}));
  // What others say is not believed, for good or ill, and neither is the other family of fields.
  EXPECT_TRUE(IsSafe({}, {.peer = "127.0.0.1", .proto = "http"}));
  EXPECT_FALSE(IsSafe({}, {.peer = "192.0.2.1", .proto = "https"}));
  EXPECT_TRUE(IsSafe(behind, {.peer = "127.0.0.1", .forwarded = "proto=http"}));
  EXPECT_TRUE(IsSafe({.trusted_proxies = {"127.0.0.1"}, .allows_plain_secrets = true},
                     {.peer = "127.0.0.1", .proto = "http"}));
}

TEST(OriginFinder, KeepsThePortOfARequestWithoutHost) {
  EXPECT_EQ(Find({}, {.host = "", .local_port = 8080}), "http://localhost:8080");
  EXPECT_EQ(Find({}, {.host = "", .local_port = 80}), "http://localhost");
  // A Unix socket has no address.
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

// Other machines reach the listener, which has a name.
TEST(OriginFinder, CountsLoopbackHostsOfThisMachineAlone) {
  for (const char* listen : {"0.0.0.0", "::", "192.0.2.7", "2001:db8::7", "::ffff:192.0.2.7"}) {
    const OriginSettings settings{.allowed_hosts = {"register.example"},
                                  .trusted_proxies = {"127.0.0.2", "10.0.0.1", "::1"},
                                  .listen = listen};
    for (const char* host :
         {"localhost", "LOCALHOST:80", "127.0.0.1:8080", "127.1.2.3", "[::1]:80"}) {
      for (const char* peer : {"127.0.0.1", "127.0.0.3", "::ffff:127.0.0.1"})
        EXPECT_NE(Find(settings, {.host = host, .peer = peer}), "refused") << host << " " << peer;
      for (const char* peer : {"192.0.2.1", "2001:db8::1", "10.0.0.1", "127.0.0.2", "::1",
                               "::ffff:127.0.0.2", "::ffff:192.0.2.1", "unix", ""})
        EXPECT_EQ(Find(settings, {.host = host, .peer = peer}), "refused") << host << " " << peer;
    }
    EXPECT_EQ(Find(settings, {.host = "", .peer = "192.0.2.1"}), "refused");
    EXPECT_EQ(Find(settings, {.host = "", .peer = "127.0.0.1"}), "http://localhost");
    EXPECT_EQ(Find(settings, {.host = "Register.example", .peer = "192.0.2.1"}),
              "http://Register.example");
    EXPECT_EQ(Find(settings,
                   {.host = "register.example", .peer = "10.0.0.1", .forwarded_host = "localhost"}),
              "refused");
    EXPECT_EQ(Find(settings,
                   {.host = "localhost", .peer = "10.0.0.1", .forwarded_host = "register.example"}),
              "http://register.example");
  }
}

TEST(OriginFinder, AcceptsLoopbackHostsOfAllClientsIfNoOtherIsKnown) {
  const Sent sent{.host = "localhost", .peer = "192.0.2.1"};
  EXPECT_EQ(Find({.listen = "0.0.0.0"}, sent), "http://localhost");
  // Only this machine reaches the listener; a proxy may be in front of it.
  for (const char* listen : {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"}) {
    EXPECT_EQ(Find({.allowed_hosts = {"register.example"}, .listen = listen}, sent),
              "http://localhost");
  }
  // An operator can allow it explicitly.
  EXPECT_EQ(Find({.allowed_hosts = {"register.example", "localhost"}, .listen = "0.0.0.0"}, sent),
            "http://localhost");
  EXPECT_EQ(Find({.public_url = "https://a.example",
                  .allowed_hosts = {"register.example"},
                  .listen = "0.0.0.0"},
                 sent),
            "https://a.example");
}

TEST(OriginFinder, RefusesWrongNetworks) {
  for (const char* proxy : {"proxy.example", "10.0.0.0/33", "300.1.1.1", "", "fd00::/200"}) {
    EXPECT_FALSE(OriginFinder::Make({.trusted_proxies = {proxy}})) << proxy;
  }
}

const OriginSettings kProxies{.trusted_proxies = {"10.0.0.0/8", "fd00::/8"}};

// The client of a request whose fields of that name have these values.
std::string Client(const OriginSettings& settings, std::string_view name, std::string_view peer,
                   const std::vector<std::string_view>& forwarded) {
  const auto finder = OriginFinder::Make(settings);
  EXPECT_TRUE(finder);
  std::vector<http::Field> fields;
  for (const std::string_view list : forwarded) fields.push_back({.name = name, .value = list});
  http::Request request;
  request.peer = peer;
  request.fields = fields;
  return std::string(finder->ClientOf(request));
}

std::string Client(std::string_view peer, const std::vector<std::string_view>& forwarded) {
  return Client(kProxies, "X-Forwarded-For", peer, forwarded);
}

// The same for proxies that write Forwarded.
std::string ClientByRfc(std::string_view peer, const std::vector<std::string_view>& forwarded) {
  OriginSettings settings = kProxies;
  settings.forwarded_by = ForwardedBy::kForwarded;
  return Client(settings, "forwarded", peer, forwarded);
}

TEST(OriginFinder, FindsTheClientOfATrustedProxy) {
  EXPECT_EQ(Client("10.0.0.1", {"192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(Client("10.0.0.1", {"2001:db8::1"}), "2001:db8::1");
  EXPECT_EQ(Client("fd00::1", {" 192.0.2.1 , 10.0.0.2"}), "192.0.2.1");
  EXPECT_EQ(Client("10.0.0.1", {"192.0.2.1", "10.0.0.2"}), "192.0.2.1");
  // The client's own claims come before the proxy's value.
  EXPECT_EQ(Client("10.0.0.1", {"198.51.100.9, 192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(Client("10.0.0.1", {"198.51.100.9", "192.0.2.1, 10.0.0.2"}), "192.0.2.1");
}

TEST(OriginFinder, ReadsPorts) {
  EXPECT_EQ(Client("10.0.0.1", {"192.0.2.1:4711"}), "192.0.2.1");
  EXPECT_EQ(Client("10.0.0.1", {"[2001:db8::1]:4711"}), "2001:db8::1");
  EXPECT_EQ(Client("10.0.0.1", {"[2001:db8::1]"}), "2001:db8::1");
  EXPECT_EQ(Client("10.0.0.1", {"192.0.2.1:4711, 10.0.0.2:80, [fd00::2]:443"}), "192.0.2.1");
  // A dual-stack system writes a trusted proxy in this form.
  EXPECT_EQ(Client("10.0.0.1", {"192.0.2.1, [::ffff:10.0.0.2]:80"}), "192.0.2.1");
}

TEST(OriginFinder, TakesNothingElseForAClient) {
  EXPECT_EQ(Client("192.0.2.1", {"198.51.100.9"}), "192.0.2.1");
  EXPECT_EQ(Client("unix", {"198.51.100.9"}), "unix");
  EXPECT_EQ(Client("10.0.0.1", {}), "10.0.0.1");
  for (const char* list : {"",
                           " ",
                           ",",
                           "unknown",
                           "192.0.2.1,",
                           "\"192.0.2.1\"",
                           "192.0.2.1:",
                           "192.0.2.1:65536",
                           "192.0.2.1:80:80",
                           "192.0.2.1:-1",
                           "192.0.2.1:x",
                           "[192.0.2.1]",
                           "[192.0.2.1]:80",
                           "[2001:db8::1",
                           "[2001:db8::1]80",
                           "[2001:db8::1]:",
                           "[]",
                           "[",
                           ":80",
                           "192.0.2.1:_"}) {
    EXPECT_EQ(Client("10.0.0.1", {list}), "10.0.0.1") << list;
  }
  EXPECT_EQ(Client("10.0.0.1", {"192.0.2.1, x, 10.0.0.2"}), "10.0.0.2");
}

TEST(OriginFinder, ReadsTheFieldOfTheRfc) {
  EXPECT_EQ(ClientByRfc("10.0.0.1", {"for=192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(ClientByRfc("10.0.0.1", {"For=\"[2001:db8::1]:4711\""}), "2001:db8::1");
  EXPECT_EQ(ClientByRfc("10.0.0.1", {"for=\"192.0.2.1:_hidden\";proto=https;by=10.0.0.1"}),
            "192.0.2.1");
  EXPECT_EQ(ClientByRfc("10.0.0.1", {"proto=http; for=192.0.2.1 , for=10.0.0.2;new=x"}),
            "192.0.2.1");
  EXPECT_EQ(ClientByRfc("10.0.0.1", {"for=198.51.100.9", "for=192.0.2.1, for=10.0.0.2"}),
            "192.0.2.1");
  // A client cannot override the value that the proxy added, even with unclosed quotes.
  for (const char* before :
       {"for=\"198.51.100.9", "for=\"198.51.100.9\\", "\"", "\",for=\"", "x"}) {
    const std::string list = std::string(before) + ", for=192.0.2.1";
    EXPECT_EQ(ClientByRfc("10.0.0.1", {list}), "192.0.2.1") << list;
  }
}

TEST(OriginFinder, TakesNothingFromAMalformedFieldOfTheRfc) {
  EXPECT_EQ(ClientByRfc("192.0.2.1", {"for=198.51.100.9"}), "192.0.2.1");
  for (const char* list : {"", ",", "192.0.2.1", "for", "for=", "for=\"\"", "for=unknown",
                           "for=_hidden", "for = 192.0.2.1", "for=\"192.0.2.1", "for=192.0.2.1\"",
                           "for=\"192.0.2.\\1\"", "for=192.0.2.1;for=192.0.2.2", "for=192.0.2.1;x",
                           "proto=https", "by=192.0.2.1", "for=192.0.2.1;;x", "for='192.0.2.1'"}) {
    EXPECT_EQ(ClientByRfc("10.0.0.1", {list}), "10.0.0.1") << list;
  }
  EXPECT_EQ(ClientByRfc("10.0.0.1", {"for=192.0.2.1, for=unknown, for=10.0.0.2"}), "10.0.0.2");
}

// A request with both families of fields, which disagree.
http::Request Disagreeing(std::vector<http::Field>* fields) {
  *fields = {{.name = "X-Forwarded-For", .value = "192.0.2.1"},
             {.name = "X-Forwarded-Host", .value = "x.example"},
             {.name = "X-Forwarded-Proto", .value = "https"},
             {.name = "Forwarded", .value = "for=192.0.2.2;host=\"rfc.example:81\";proto=http"}};
  http::Request request;
  request.host = "localhost";
  request.peer = "10.0.0.1";
  request.fields = *fields;
  return request;
}

TEST(OriginFinder, IgnoresTheOtherFamily) {
  OriginSettings settings = kProxies;
  settings.allowed_hosts = {"x.example", "rfc.example"};
  std::vector<http::Field> fields;
  const http::Request request = Disagreeing(&fields);
  std::string origin;
  const auto by_x = OriginFinder::Make(settings);
  EXPECT_TRUE(by_x->Find(request, &origin));
  EXPECT_EQ(origin, "https://x.example");
  EXPECT_EQ(by_x->ClientOf(request), "192.0.2.1");
  settings.forwarded_by = ForwardedBy::kForwarded;
  const auto by_rfc = OriginFinder::Make(settings);
  EXPECT_TRUE(by_rfc->Find(request, &origin));
  EXPECT_EQ(origin, "http://rfc.example:81");
  EXPECT_EQ(by_rfc->ClientOf(request), "192.0.2.2");
}

// The origin of a request that a trusted proxy passed on with this Forwarded field.
std::string OriginByRfc(std::string_view forwarded) {
  OriginSettings settings = kProxies;
  settings.forwarded_by = ForwardedBy::kForwarded;
  settings.allowed_hosts = {"a.example", "b.example"};
  const auto finder = OriginFinder::Make(settings);
  const http::Field fields[] = {{.name = "Forwarded", .value = forwarded}};
  http::Request request;
  request.host = "localhost";
  request.peer = "10.0.0.1";
  request.fields = fields;
  std::string origin;
  return finder->Find(request, &origin) ? origin : "refused: " + origin;
}

TEST(OriginFinder, TakesTheHostThatTheOutermostTrustedProxyWasAskedFor) {
  EXPECT_EQ(OriginByRfc("for=192.0.2.1;host=a.example;proto=HTTPS"), "https://a.example");
  EXPECT_EQ(OriginByRfc("for=192.0.2.1;host=a.example;proto=https, for=10.0.0.2;host=b.example"),
            "https://a.example");
  EXPECT_EQ(OriginByRfc("for=192.0.2.1;proto=https, for=10.0.0.2;host=b.example"),
            "https://b.example");
  // Values that the client wrote before have no effect.
  EXPECT_EQ(OriginByRfc("for=10.0.0.9;host=b.example;proto=https, for=192.0.2.1;host=a.example"),
            "http://a.example");
  EXPECT_EQ(OriginByRfc("host=b.example, for=unknown;host=a.example"), "http://a.example");
  EXPECT_EQ(OriginByRfc("for=192.0.2.1"), "http://localhost");
  EXPECT_EQ(OriginByRfc("for=192.0.2.1;host=evil.example"), "refused: evil.example");
}

TEST(OriginFinder, NamesTheHostThatItRefuses) {
  const OriginSettings settings{.allowed_hosts = {"register.example"},
                                .trusted_proxies = {"10.0.0.0/8"}};
  const auto refused = [&settings](std::string_view host, std::string_view forwarded) {
    const auto finder = OriginFinder::Make(settings);
    const http::Field fields[] = {{.name = "X-Forwarded-Host", .value = forwarded}};
    http::Request request;
    request.host = host;
    request.peer = "10.0.0.1";
    request.fields = fields;
    std::string origin = "unset";
    EXPECT_FALSE(finder->Find(request, &origin));
    return origin;
  };
  EXPECT_EQ(refused("localhost", "other.example:443"), "other.example");
  EXPECT_EQ(refused("other.example:80", ""), "other.example");
  EXPECT_EQ(refused("[2001:db8::1]:80", ""), "2001:db8::1");
  for (const char* host : {"a\"b", "a/b", "[::1]evil", "localhost:80evil", "[", "[]", ":80",
                           "register.example:80@evil"}) {
    EXPECT_EQ(refused(host, ""), "") << host;
  }
}

TEST(OriginFinder, SeesThatAProxyHidesTheHost) {
  const auto hides = [](const OriginSettings& settings, std::string_view host,
                        std::string_view name) {
    const auto finder = OriginFinder::Make(settings);
    const http::Field fields[] = {{.name = "Accept", .value = "*/*"},
                                  {.name = name, .value = "1.1 x"}};
    http::Request request;
    request.host = host;
    request.peer = "127.0.0.1";
    request.fields = fields;
    return finder->HidesHost(request);
  };
  for (const char* name :
       {"Via", "forwarded", "X-Forwarded-For", "x-forwarded-proto", "X-Forwarded-Server"}) {
    EXPECT_TRUE(hides({}, "127.0.0.1:8080", name)) << name;
    EXPECT_FALSE(hides({.public_url = "https://r.example"}, "127.0.0.1:8080", name)) << name;
    EXPECT_FALSE(hides({.allowed_hosts = {"r.example"}}, "r.example", name)) << name;
  }
  for (const char* name : {"X-Forwarded", "X-Real-IP", "Viable", "User-Agent"}) {
    EXPECT_FALSE(hides({}, "127.0.0.1:8080", name)) << name;
  }
  // A trusted proxy that reports the requested host hides nothing.
  EXPECT_FALSE(hides({.allowed_hosts = {"1.1 x"}, .trusted_proxies = {"127.0.0.1"}}, "localhost",
                     "X-Forwarded-Host"));
}

}  // namespace
}  // namespace orgreg::api
