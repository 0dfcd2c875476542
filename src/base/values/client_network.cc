// SPDX-License-Identifier: EUPL-1.2

#include "base/values/client_network.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace orgreg::base {
namespace {

constexpr std::size_t kNetworkBytes = 8;
constexpr std::size_t kMappedBytes = 12;  // before an IPv4 address that is written as IPv6
constexpr std::size_t kMostBytes = 64;

}  // namespace

std::string ClientNetwork(std::string_view address) {
  std::string text(address.substr(0, kMostBytes));
  const std::string without_zone = text.substr(0, text.find('%'));
  in6_addr parsed = {};
  if (inet_pton(AF_INET6, without_zone.c_str(), &parsed) != 1) return text;
  std::array<char, INET6_ADDRSTRLEN> printed = {};
  if (IN6_IS_ADDR_V4MAPPED(&parsed)) {
    inet_ntop(AF_INET, &parsed.s6_addr[kMappedBytes], printed.data(), printed.size());
    return printed.data();
  }
  std::fill(std::begin(parsed.s6_addr) + kNetworkBytes, std::end(parsed.s6_addr), 0);
  inet_ntop(AF_INET6, &parsed, printed.data(), printed.size());
  return std::string(printed.data()).append("/64");
}

std::uint64_t ClientHash(std::string_view address, std::uint64_t salt) {
  const auto hash = [salt](std::string_view text) {
    return XXH3_64bits_withSeed(text.data(), text.size(), salt);
  };
  // Only an IPv6 address has a colon; what has none is its own network.
  if (address.find(':') == std::string_view::npos) return hash(address.substr(0, kMostBytes));
  return hash(ClientNetwork(address));
}

}  // namespace orgreg::base
