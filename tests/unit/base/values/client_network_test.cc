// SPDX-License-Identifier: EUPL-1.2

#include "base/values/client_network.h"

#include <gtest/gtest.h>

namespace orgreg::base {
namespace {

TEST(ClientNetwork, JoinsTheAddressesOfOneClient) {
  constexpr std::pair<std::string_view, std::string_view> kSame[] = {
      {"2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"},
      {"2001:db8::", "2001:0db8:0000:0000::9"},
      {"2001:DB8::1", "2001:db8::1"},
      {"::ffff:192.0.2.1", "192.0.2.1"},
      {"::ffff:c000:201", "192.0.2.1"},
  };
  for (const auto& [one, other] : kSame) EXPECT_EQ(ClientNetwork(one), ClientNetwork(other)) << one;
}

TEST(ClientNetwork, DistinguishesClients) {
  constexpr std::string_view kAll[] = {
      "192.0.2.1", "192.0.2.2",    "2001:db8:1:2::1", "2001:db8:1:3::1",
      "::1",       "unix",         "2001:db8::1::",   "",
      ":",         "192.0.2.1:80", "192.0.2.",        "[2001:db8::1]:1",
  };
  for (const std::string_view one : kAll) {
    for (const std::string_view other : kAll) {
      EXPECT_EQ(ClientNetwork(one) == ClientNetwork(other), one == other) << one << " " << other;
    }
  }
}

TEST(ClientHash, IsTheSameForTheAddressesOfANetwork) {
  for (const char* one : {"192.0.2.1", "2001:db8:1:2::1", "::1", "", "unix", "::ffff:192.0.2.1"}) {
    for (const char* other :
         {"192.0.2.1", "192.0.2.2", "2001:db8:1:2:3::", "2001:db8:1:3::1", "::ffff:c000:201", ""}) {
      EXPECT_EQ(ClientHash(one, 7) == ClientHash(other, 7),
                ClientNetwork(one) == ClientNetwork(other))
          << one << " " << other;
    }
    EXPECT_NE(ClientHash(one, 7), ClientHash(one, 8)) << one;
  }
}

TEST(ClientNetwork, IsNeverLong) {
  EXPECT_LE(ClientNetwork(std::string(100'000, 'a')).size(), 64U);
  EXPECT_LE(ClientNetwork(std::string(100'000, ':')).size(), 64U);
}

TEST(ClientNetwork, IsTheFirstHalfOfAnIpv6Address) {
  for (const char* address :
       {"2001:db8:1:2::", "2001:db8:1:2::1", "2001:DB8:1:2:ffff:ffff:ffff:ffff",
        "2001:0db8:0001:0002:0:0:0:9", "2001:db8:1:2:a:b:c:d%eth0"}) {
    EXPECT_EQ(ClientNetwork(address), "2001:db8:1:2::/64") << address;
  }
  EXPECT_EQ(ClientNetwork("2001:db8:1:3::1"), "2001:db8:1:3::/64");
  EXPECT_EQ(ClientNetwork("::1"), "::/64");
}

TEST(ClientNetwork, IsAWholeIpv4Address) {
  EXPECT_EQ(ClientNetwork("192.0.2.77"), "192.0.2.77");
  EXPECT_EQ(ClientNetwork("::ffff:192.0.2.77"), "192.0.2.77");
  EXPECT_EQ(ClientNetwork("::ffff:c000:24d"), "192.0.2.77");
}

TEST(ClientNetwork, IsTheTextItselfIfItIsNoAddress) {
  for (const char* text : {"", "unix", "nobody", "192.0.2", "2001:db8", "1:2:3:4:5:6:7:8:9", "%",
                           "[2001:db8::1]", "2001:db8::1/64", "192.0.2.77:80"}) {
    EXPECT_EQ(ClientNetwork(text), text);
  }
  EXPECT_EQ(ClientNetwork(std::string(100'000, ':')), std::string(64, ':'));
}

}  // namespace
}  // namespace orgreg::base
