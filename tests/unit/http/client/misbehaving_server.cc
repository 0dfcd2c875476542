// SPDX-License-Identifier: EUPL-1.2

#include "unit/http/client/misbehaving_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <utility>

namespace orgreg::http {
namespace {

constexpr int kLookMs = 10;

// Binds to a free port of the loopback address and returns it.
template <typename Address>
std::uint16_t Bind(int socket, Address address, in_port_t Address::* port) {
  socklen_t bytes = sizeof(address);
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  bind(socket, plain, bytes);
  listen(socket, 8);
  getsockname(socket, plain, &bytes);
  return ntohs(address.*port);
}

bool IsReadable(int socket) {
  pollfd entry{.fd = socket, .events = POLLIN, .revents = 0};
  return poll(&entry, 1, kLookMs) > 0;
}

}  // namespace

bool Talk::Secure(const Identity& identity, int newest_version) {
  context_.reset(SSL_CTX_new(TLS_server_method()));
  // Old versions of TLS need it.
  SSL_CTX_set_security_level(context_.get(), 0);
  SSL_CTX_set_min_proto_version(context_.get(), TLS1_VERSION);
  SSL_CTX_set_max_proto_version(context_.get(), newest_version);
  SSL_CTX_use_certificate(context_.get(), identity.certificate.get());
  SSL_CTX_use_PrivateKey(context_.get(), identity.key.get());
  tls_.reset(SSL_new(context_.get()));
  SSL_set_fd(tls_.get(), socket_);
  return SSL_accept(tls_.get()) == 1;
}

template <typename IsRead>
std::string Talk::ReadUntil(const IsRead& is_read) const {
  std::string text;
  std::array<char, 1> byte = {};
  while (!is_read(text) && !*stops_) {
    const bool has_pending = tls_ && SSL_pending(tls_.get()) > 0;
    if (!has_pending && !HasInput()) continue;
    const auto count = tls_ ? SSL_read(tls_.get(), byte.data(), 1) : read(socket_, byte.data(), 1);
    if (count <= 0) break;
    text += byte[0];
  }
  return text;
}

std::string Talk::ReadHead() const {
  return ReadUntil([](const std::string& text) { return text.ends_with("\r\n\r\n"); });
}

std::string Talk::Read(std::size_t count) const {
  return ReadUntil([count](const std::string& text) { return text.size() == count; });
}

bool Talk::Write(std::string_view bytes) const {
  if (*stops_) return false;
  if (tls_) return SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size())) > 0;
  return base::WriteAll(socket_, bytes);
}

void Talk::Announce() const {
  if (tls_) SSL_shutdown(tls_.get());
}

bool Talk::HasInput() const { return IsReadable(socket_); }

void Talk::Wait() const {
  std::array<char, 512> bytes = {};
  while (!*stops_) {
    if (HasInput() && read(socket_, bytes.data(), bytes.size()) <= 0) return;
  }
}

MisbehavingServer::MisbehavingServer(int family, Behaviour behaviour)
    : behaviour_(std::move(behaviour)), listener_(::socket(family, SOCK_STREAM, 0)) {
  std::signal(SIGPIPE, SIG_IGN);
  sockaddr_in v4 = {};
  v4.sin_family = AF_INET;
  v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 v6 = {};
  v6.sin6_family = AF_INET6;
  v6.sin6_addr = in6addr_loopback;
  port_ = family == AF_INET ? Bind(listener_.number(), v4, &sockaddr_in::sin_port)
                            : Bind(listener_.number(), v6, &sockaddr_in6::sin6_port);
  thread_ = std::thread([this] { Run(); });
}

MisbehavingServer::~MisbehavingServer() {
  stops_ = true;
  thread_.join();
}

void MisbehavingServer::Run() {
  while (!stops_) {
    if (!IsReadable(listener_.number())) continue;
    const base::Descriptor socket(accept(listener_.number(), nullptr, nullptr));
    if (!socket.is_open()) continue;
    ++connections_;
    Talk talk(socket.number(), &stops_);
    behaviour_(&talk);
  }
}

}  // namespace orgreg::http
