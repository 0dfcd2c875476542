#include "base/client_network.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>

namespace orgreg::base {
namespace {

constexpr std::size_t kNetworkBytes = 8;
constexpr std::size_t kMappedBytes = 12;   // before an IPv4 address that is written as IPv6
constexpr std::size_t kMostKeyBytes = 64;  // no address is longer

}  // namespace

std::string ClientNetwork(std::string_view address) {
  std::string text(address.substr(0, kMostKeyBytes));
  in6_addr parsed = {};
  if (text.find(':') == std::string::npos || inet_pton(AF_INET6, text.c_str(), &parsed) != 1) {
    return text;
  }
  if (IN6_IS_ADDR_V4MAPPED(&parsed)) {
    std::array<char, INET_ADDRSTRLEN> plain = {};
    inet_ntop(AF_INET, &parsed.s6_addr[kMappedBytes], plain.data(), plain.size());
    return plain.data();
  }
  return std::string(":").append(reinterpret_cast<const char*>(&parsed), kNetworkBytes);
}

}  // namespace orgreg::base
