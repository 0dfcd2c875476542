// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/peer_name.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstring>

namespace orgreg::http {
namespace {

std::string Printed(int family, const void* address) {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  ::inet_ntop(family, address, text.data(), text.size());
  return text.data();
}

std::string IPv4Name(const sockaddr_storage& storage) {
  sockaddr_in address = {};
  std::memcpy(&address, &storage, sizeof(address));
  return Printed(AF_INET, &address.sin_addr);
}

std::string IPv6Name(const sockaddr_storage& storage) {
  sockaddr_in6 address = {};
  std::memcpy(&address, &storage, sizeof(address));
  const in6_addr& bytes = address.sin6_addr;
  return IN6_IS_ADDR_V4MAPPED(&bytes) ? Printed(AF_INET, &bytes.s6_addr[12])
                                      : Printed(AF_INET6, &bytes);
}

// The name of one end, which `ask` reads: getpeername or getsockname.
std::string NameOf(int socket, int (*ask)(int, sockaddr*, socklen_t*)) {
  sockaddr_storage address = {};
  socklen_t size = sizeof(address);
  if (ask(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  switch (address.ss_family) {
    case AF_INET:
      return IPv4Name(address);
    case AF_INET6:
      return IPv6Name(address);
    case AF_UNIX:
      return "unix";
    default:
      return {};
  }
}

}  // namespace

std::string PeerName(int socket) { return NameOf(socket, ::getpeername); }

std::string LocalName(int socket) { return NameOf(socket, ::getsockname); }

std::uint16_t LocalPort(int socket) {
  sockaddr_storage storage = {};
  socklen_t size = sizeof(storage);
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&storage), &size) != 0) return 0;
  if (storage.ss_family == AF_INET) {
    sockaddr_in address = {};
    std::memcpy(&address, &storage, sizeof(address));
    return ntohs(address.sin_port);
  }
  if (storage.ss_family != AF_INET6) return 0;
  sockaddr_in6 address = {};
  std::memcpy(&address, &storage, sizeof(address));
  return ntohs(address.sin6_port);
}

}  // namespace orgreg::http
