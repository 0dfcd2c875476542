// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/peer_name.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/files/descriptor.h"

namespace orgreg::http {
namespace {

TEST(PeerName, IsEmptyForWhatIsNoConnection) {
  EXPECT_EQ(PeerName(-1), "");
  EXPECT_EQ(LocalName(-1), "");
  EXPECT_EQ(LocalPort(-1), 0);
  const base::Descriptor unconnected(::socket(AF_INET, SOCK_STREAM, 0));
  EXPECT_EQ(PeerName(unconnected.number()), "");
}

TEST(PeerName, KnowsNoOtherNetworks) {
  const base::Descriptor other(::socket(AF_NETLINK, SOCK_RAW, 0));
  ASSERT_TRUE(other.is_open());
  EXPECT_EQ(LocalName(other.number()), "");
  EXPECT_EQ(LocalPort(other.number()), 0);
}

TEST(PeerName, WritesIPv6Addresses) {
  const base::Descriptor socket(::socket(AF_INET6, SOCK_STREAM, 0));
  // A machine without IPv6 has no such client.
  if (!socket.is_open()) return;
  sockaddr_in6 address = {};
  address.sin6_family = AF_INET6;
  address.sin6_addr = IN6ADDR_LOOPBACK_INIT;
  if (::bind(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) return;
  EXPECT_EQ(LocalName(socket.number()), "::1");
  EXPECT_GT(LocalPort(socket.number()), 0);
}

}  // namespace
}  // namespace orgreg::http
